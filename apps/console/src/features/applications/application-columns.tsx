import type { HostApplication } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Column } from '../../shared/ui/table/data-table/data-table-types.js';
import { ApplicationButtons } from './application-buttons.js';
import { InstallState } from './application-state.js';
import styles from './applications.module.css';

type Translate = TFunction<'applications'>;

interface NameProps {
  application: HostApplication;
  onOpen: (application: HostApplication) => void;
}

/** The name of an application opens its results by node. */
const Name = ({ application, onOpen }: NameProps): ReactNode => (
  <button
    type="button"
    className={styles['name']}
    onClick={(event) => {
      event.stopPropagation();
      onOpen(application);
    }}
  >
    {application.name}
  </button>
);

/** The columns of applications (spec part 2 §2, Application list). */
export function applicationColumns(
  t: Translate,
  onOpen: NameProps['onOpen'],
): Column<HostApplication>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      isAlways: true,
      cell: (application) => <Name application={application} onOpen={onOpen} />,
    },
    { id: 'version', title: t('version'), cell: ({ version }) => version },
    {
      id: 'description',
      title: t('description'),
      priority: 3,
      cell: ({ description }) => <span title={description}>{description}</span>,
    },
    { id: 'type', title: t('type'), priority: 2, cell: ({ type }) => type },
    {
      id: 'status',
      title: t('status'),
      width: '200px',
      cell: (application) => <InstallState application={application} />,
    },
    {
      id: 'actions',
      title: <span className="visually-hidden">{t('lastRun')}</span>,
      align: 'end',
      isActions: true,
      cell: (application) => <ApplicationButtons application={application} />,
    },
  ];
}

/** An application where the table is too narrow for columns. */
export const applicationCard = (onOpen: NameProps['onOpen']) =>
  function ApplicationCard(application: HostApplication): ReactNode {
    return (
      <div className={styles['card']}>
        <span>
          <Name application={application} onOpen={onOpen} />{' '}
          <span className="soft small">
            {application.version} · {application.type}
          </span>
        </span>
        <span className="soft small">{application.description}</span>
        <InstallState application={application} />
        <ApplicationButtons application={application} />
      </div>
    );
  };
