import { Form, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileEntry, FileSpace } from '../../../../shared/file-browser/file-space.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { fieldsWith, jobRules, ownFiles, type JobFormValues } from '../job-form-values.js';
import styles from '../job-form.module.css';
import { InputsField } from './inputs-field.js';
import { SpaceSelect } from './space-select.js';
import { WorkDirField } from './work-dir-field.js';

/** What `app` hands over of projects: jobs may work in them. */
export interface JobProjects {
  spaceOf: (projectId: string) => FileSpace;
  /** Whether the user may download an entry that the space of a project listed. */
  canTake: (entry: FileEntry) => boolean;
}

interface PlaceFieldsProps {
  /** My files. */
  space: FileSpace;
  /** Null: this user has none. */
  projects: JobProjects | null;
}

/** Where the job works: a folder of My files or of a project, and of a project what the job is given and whether it is sealed. */
export function PlaceFields({ space, projects }: PlaceFieldsProps): ReactNode {
  const { t } = useTranslation('jobs');
  const form = Form.useFormInstance<JobFormValues>();
  const spaceId = Form.useWatch('spaceId', form) ?? '';
  const isSealed = Form.useWatch('isSealed', form) ?? false;
  const inProject = projects && spaceId !== '' ? projects.spaceOf(spaceId) : null;
  /** Paths of one space mean nothing in another. */
  const begin = (chosen: string): void =>
    form.setFields(
      fieldsWith({ ...ownFiles, spaceId: chosen, workDir: chosen === '' ? '~/' : '/' }, true),
    );
  return (
    <>
      <div className={styles['row']}>
        {projects && (
          <Form.Item name="spaceId" label={t('space')}>
            <SpaceSelect ownLabel={space.rootLabel()} onChange={begin} />
          </Form.Item>
        )}
        <WorkDirField
          space={inProject ?? space}
          kind={inProject === null ? 'disk' : isSealed ? 'sealed' : 'project'}
        />
      </div>
      {projects && inProject && (
        <div className={styles['row']}>
          <Form.Item
            name="isSealed"
            label={t('isSealed')}
            valuePropName="checked"
            extra={t('isSealedHint')}
            rules={[schemaRule(jobRules.isSealed)]}
          >
            <Switch />
          </Form.Item>
          <InputsField
            space={inProject}
            isSealed={isSealed}
            fits={(entry) => isSealed || projects.canTake(entry)}
          />
        </div>
      )}
    </>
  );
}
