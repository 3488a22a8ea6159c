import type { HostApplication } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { Column } from '../../shared/ui/table/data-table/data-table-types.js';
import { NameButton } from '../../shared/ui/table/name-button.js';
import { ApplicationButtons, type Act } from './application-buttons.js';
import { InstallState } from './application-state.js';
import { typeName, versionName } from './application-words.js';

type Translate = TFunction<'applications'>;

/** The columns of applications (spec part 2 §2, Application list). */
export function applicationColumns(
  t: Translate,
  onOpen: (application: HostApplication) => void,
  onAct: (application: HostApplication, act: Act) => void,
): Column<HostApplication>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      isAlways: true,
      cell: (application) => (
        <NameButton name={application.name} onOpen={() => onOpen(application)} />
      ),
    },
    {
      id: 'version',
      title: t('version'),
      inCard: 'note',
      cell: (application) => versionName(t, application),
    },
    {
      id: 'description',
      title: t('description'),
      priority: 3,
      inCard: 'note',
      cell: ({ description }) => <span title={description}>{description}</span>,
    },
    {
      id: 'type',
      title: t('type'),
      priority: 2,
      inCard: 'note',
      cell: ({ type }) => typeName(t, type),
    },
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
      cell: (application) => <ApplicationButtons application={application} onAct={onAct} />,
    },
  ];
}
