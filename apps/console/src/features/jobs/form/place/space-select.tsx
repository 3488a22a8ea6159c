import { endpoints } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../../shared/api/query.js';
import { useDebouncedValue } from '../../../../shared/lib/dom/use-debounced-value.js';
import { FailureNote } from '../../../../shared/ui/state/failure-note.js';

interface SpaceSelectProps {
  /** Given by the form item around it, as the next. */
  id?: string;
  /** The id of a project; empty: My files. */
  value?: string;
  onChange: (spaceId: string) => void;
  /** What My files are called. */
  ownLabel: string;
}

const shownProjects = 20;
/** The longest name that one can look for. */
const longestName = 64;

/** Chooses My files or one of the user's projects, which the server searches. */
export function SpaceSelect({ id, value = '', onChange, ownLabel }: SpaceSelectProps): ReactNode {
  const { t } = useTranslation('jobs');
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const projectName = useDebouncedValue(typed.trim().slice(0, longestName));
  const found = useQuery({
    ...queryOptionsOf(endpoints.projects.list, {
      projectName,
      pageNum: 0,
      pageSize: shownProjects,
    }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...queryOptionsOf(endpoints.projects.detail, { id: value }),
    enabled: value !== '',
  });
  // One that a switch lets in is not among the user's own, and another may be on a later page.
  const projects = new Map(found.data?.data.map((project) => [project.id, project.projectName]));
  if (value !== '') {
    projects.set(value, chosen.data?.projectName ?? projects.get(value) ?? '…');
  }
  return (
    <>
      <Select<string>
        {...(id === undefined ? {} : { id })}
        value={value}
        onChange={onChange}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        onOpenChange={setIsOpen}
        loading={(isOpen && found.isFetching) || chosen.isLoading}
        options={[
          { value: '', label: ownLabel },
          ...[...projects].map(([projectId, label]) => ({ value: projectId, label })),
        ]}
      />
      <FailureNote query={found} what={t('projectsNotLoaded')} />
      <FailureNote query={chosen} what={t('projectNotLoaded')} />
    </>
  );
}
