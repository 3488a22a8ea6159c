import { PlusOutlined } from '@ant-design/icons';
import { endpoints, limits } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { projectDetail, queriesOfProjects } from '../api/project-queries.js';
import styles from '../components/projects.module.css';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

/** The tags of a project: each is added and taken away at once. */
export function ProjectTags({ projectId }: { projectId: string }): ReactNode {
  const { t } = useTranslation('projects');
  const project = useQuery(projectDetail(projectId));
  const tags = project.data?.tags ?? [];
  const [text, setText] = useState('');
  const add = useAction(endpoints.projects.addTag, { invalidates: queriesOfProjects });
  const remove = useAction(endpoints.projects.removeTag, { invalidates: queriesOfProjects });
  const addTag = async (): Promise<void> => {
    const tagName = text.trim();
    if (tagName !== '' && (await add.act({ projectId, tagName }))) {
      setText('');
    }
  };
  return (
    <div className={styles['tagField']}>
      <FailureNote query={project} />
      {tags.map(({ id, tagName }) => (
        <Tag
          key={id}
          closable={{ 'aria-label': t('removeTag', { name: tagName }) }}
          onClose={(event) => {
            event.preventDefault();
            void remove.act({ projectId, tagId: id });
          }}
        >
          {tagName}
        </Tag>
      ))}
      {tags.length < limits.projectTags && (
        <span className={styles['newTag']}>
          <Input
            size="small"
            value={text}
            maxLength={limits.projectTagLength}
            placeholder={t('newTag')}
            aria-label={t('newTag')}
            onChange={({ target }) => setText(target.value)}
            onPressEnter={(event) => {
              // Enter in the form would save it.
              event.preventDefault();
              void addTag();
            }}
          />
          <Button
            size="small"
            icon={<PlusOutlined />}
            aria-label={t('addTag')}
            title={t('addTag')}
            loading={add.isBusy}
            onClick={() => void addTag()}
          />
        </span>
      )}
    </div>
  );
}
