import { limits, type SavedScript } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasMenu } from '../../../../shared/menus/own-menus.js';
import { pagePaths } from '../../../../shared/paths.js';
import { FailureNote } from '../../../../shared/ui/state/failure-note.js';
import { useIsAdministrator } from '../../../../shared/users/use-is-administrator.js';
import { queueList } from '../../api/job-queries.js';
import { managedProjects } from '../template-calls.js';

interface SharingFieldsProps {
  /** What the template is shared with already: an author takes that back, also without the right to share. */
  before: SavedScript | undefined;
}

interface Target {
  id: string;
  name: string;
}

const optionsOf = (...targets: Target[][]): { value: string; label: string }[] => [
  ...new Map(targets.flat().map(({ id, name }) => [id, { value: id, label: name }])).values(),
];

/** With whom a template is shared: queues for those who manage queues, projects that one manages. */
export function SharingFields({ before }: SharingFieldsProps): ReactNode {
  const { t } = useTranslation('templates');
  const isAdministrator = useIsAdministrator();
  const managesQueues = useHasMenu(pagePaths.queues) || isAdministrator;
  const hasProjects = useHasMenu(pagePaths.managedProjects);
  const queues = useQuery({ ...queueList(), enabled: managesQueues });
  const projects = useQuery({ ...managedProjects(), enabled: hasProjects });
  const oldQueues = (before?.queues ?? []).map(({ id, queueName }) => ({ id, name: queueName }));
  const oldProjects = (before?.projects ?? []).map(({ id, projectName }) => ({
    id,
    name: projectName,
  }));
  const ownQueues = (managesQueues ? (queues.data ?? []) : []).map(({ id, queueName }) => ({
    id,
    name: queueName,
  }));
  const ownProjects = (projects.data?.data ?? []).map(({ id, projectName }) => ({
    id,
    name: projectName,
  }));
  const field = (
    name: 'queues' | 'projects',
    options: { value: string; label: string }[],
    query: typeof queues | typeof projects,
  ): ReactNode => (
    <Form.Item
      name={name}
      label={t(`share_${name}`)}
      extra={
        <>
          {t(`share_${name}Hint`)}
          <FailureNote query={query} what={t('targetsNotLoaded')} />
        </>
      }
    >
      <Select
        mode="multiple"
        allowClear
        maxCount={limits.savedScriptShares}
        placeholder={t('notShared')}
        loading={query.isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
      />
    </Form.Item>
  );
  return (
    <>
      {(managesQueues || oldQueues.length > 0) &&
        field('queues', optionsOf(ownQueues, oldQueues), queues)}
      {(hasProjects || oldProjects.length > 0) &&
        field('projects', optionsOf(ownProjects, oldProjects), projects)}
    </>
  );
}
