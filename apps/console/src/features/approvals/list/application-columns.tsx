import type { ApplicationRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { NameButton } from '../../../shared/ui/table/name-button.js';
import { ApplicationStateTag, VotesSoFar } from '../components/application-state.js';
import styles from '../components/approvals.module.css';
import { personName } from '../../../shared/users/person-name.js';

type Translate = TFunction<['approvals', 'common']>;

interface ApplicationColumnOptions {
  /** The number of the first row of the page, from 0. */
  first: number;
  onOpen: (application: ApplicationRow) => void;
  actionsOf: (application: ApplicationRow) => ReactNode;
}

interface AskedForProps {
  application: ApplicationRow;
  t: Translate;
  onOpen: (application: ApplicationRow) => void;
}

/** What is asked for: the first entry by its path, and how many more. Opens the details. */
function AskedFor({ application, t, onOpen }: AskedForProps): ReactNode {
  const { paths, entries } = application;
  return (
    <span className={styles['entry']} title={paths.join('\n')}>
      <NameButton name={paths[0] ?? '/'} onOpen={() => onOpen(application)} />
      {entries > 1 && (
        <span className={`soft small ${styles['more']}`}>
          {t('andMore', { count: entries - 1 })}
        </span>
      )}
    </span>
  );
}

/** The columns of applications (spec part 1 §2, /aduitProject), with the project added. */
export function applicationColumns(
  t: Translate,
  { first, onOpen, actionsOf }: ApplicationColumnOptions,
): Column<ApplicationRow>[] {
  return [
    {
      id: 'index',
      title: t('index'),
      inCard: 'none',
      align: 'end',
      priority: 3,
      width: '64px',
      cell: (_, index) => <span className="soft">{first + index + 1}</span>,
    },
    {
      id: 'applicant',
      title: t('applicant'),
      inCard: 'note',
      cell: ({ applyUser }) => <span title={applyUser.userName}>{personName(applyUser)}</span>,
    },
    {
      id: 'path',
      title: t('path'),
      isAlways: true,
      width: '280px',
      cell: (application) => <AskedFor application={application} t={t} onOpen={onOpen} />,
    },
    {
      id: 'project',
      title: t('project'),
      inCard: 'note',
      priority: 2,
      cell: ({ project }) => project.projectName,
    },
    {
      id: 'status',
      title: t('status'),
      inCard: 'tag',
      cell: (application) => (
        <span className={styles['state']}>
          <ApplicationStateTag application={application} />
          <VotesSoFar application={application} />
        </span>
      ),
    },
    {
      id: 'time',
      title: t('time'),
      inCard: 'note',
      priority: 2,
      // What is measured first may read "now", and a minute later says more.
      width: '136px',
      cell: ({ createTime }) => (
        <span className="soft">
          <RelativeTime time={createTime} />
        </span>
      ),
    },
    {
      id: 'actions',
      title: t('common:actions'),
      align: 'end',
      isActions: true,
      cell: actionsOf,
    },
  ];
}
