import type { ProjectRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { projectList } from '../api/project-queries.js';
import styles from './save.module.css';

interface ProjectPickerDialogProps {
  /** How many entries are to be saved. */
  count: number;
  onPick: (project: ProjectRow) => void;
  onClose: () => void;
}

const firstSize = 10;

const describe = ({ projectDescribe }: ProjectRow): ReactNode =>
  projectDescribe ? (
    <span className="soft" title={projectDescribe}>
      {projectDescribe}
    </span>
  ) : (
    '–'
  );
const time = ({ createTime }: ProjectRow): ReactNode => (
  <span className="soft">
    <TimeText time={createTime} />
  </span>
);

/** Chooses one of the caller's projects: name, description, creation time, page by page (spec part 1 §2, My files). */
export function ProjectPickerDialog({
  count,
  onPick,
  onClose,
}: ProjectPickerDialogProps): ReactNode {
  const { t } = useTranslation('projectFiles');
  const page = usePageState(firstSize);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ProjectRow | null>(null);
  const { pageNum, size } = page;
  const projects = useQuery({
    ...projectList({ projectName: name, pageNum, pageSize: size }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo((): Column<ProjectRow>[] => {
    const radio = (project: ProjectRow): ReactNode => (
      <Radio checked={project.id === chosen?.id} onChange={() => setChosen(project)}>
        {project.projectName}
      </Radio>
    );
    return [
      {
        id: 'name',
        title: t('projectName'),
        isAlways: true,
        cell: radio,
      },
      {
        id: 'describe',
        title: t('projectDescribe'),
        inCard: 'note',
        cell: describe,
      },
      {
        id: 'time',
        title: t('projectTime'),
        inCard: 'note',
        cell: time,
      },
    ];
  }, [t, chosen]);
  return (
    <Dialog
      open
      width={760}
      title={t('saveTitle', { count })}
      okText={t('chooseFolder')}
      okButtonProps={{ disabled: chosen === null }}
      onOk={() => chosen && onPick(chosen)}
      onCancel={onClose}
    >
      <SearchBox
        value={name}
        label={t('findProject')}
        onSearch={(text) => {
          setName(text);
          page.toFirst();
        }}
      />
      <div className={styles['list']}>
        <PagedList
          label={t('projects')}
          columns={columns}
          query={projects}
          pageOf={({ data, total }) => ({ rows: data, total })}
          page={page}
          rowId={({ id }) => id}
          rowName={({ projectName }) => projectName}
          opensOnClick
          onOpen={setChosen}
          empty={<EmptyState title={t('noProjects')} hint={t('noProjectsHint')} />}
          noMatch={name ? { title: t('noProjectMatch'), onClear: () => setName('') } : null}
        />
      </div>
    </Dialog>
  );
}
