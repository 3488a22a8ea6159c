import type { LogRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Column } from '../../../shared/ui/table/data-table-types.js';
import { StatusTag, type TagState } from '../../../shared/ui/feedback/status-tag.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';

type Translate = TFunction<'audit'>;

const stateOf: Record<LogRow['logLevel'], TagState> = {
  INFO: 'quiet',
  WARN: 'waiting',
  ERROR: 'bad',
};

const LevelTag = ({ level, t }: { level: LogRow['logLevel']; t: Translate }): ReactNode => (
  <StatusTag state={stateOf[level]}>{t(`level_${level}`)}</StatusTag>
);

/** A feature's name for people; one that this console doesn't know keeps its own. */
export const modelName = (t: Translate, model: string): string =>
  String(t(`model_${model}` as 'model_users', { defaultValue: model }));

/** The columns of the log (spec part 2 §3, Log), with the address and the error code added. */
export function logColumns(t: Translate): Column<LogRow>[] {
  return [
    {
      id: 'createTime',
      title: t('createTime'),
      width: '184px',
      cell: (row) => <TimeText time={row.createTime} />,
    },
    {
      id: 'logLevel',
      title: t('logLevel'),
      width: '100px',
      cell: (row) => <LevelTag level={row.logLevel} t={t} />,
    },
    {
      id: 'logModel',
      title: t('logModel'),
      width: '190px',
      cell: (row) => modelName(t, row.logModel),
    },
    {
      id: 'methodName',
      title: t('methodName'),
      cell: (row) => <span title={row.methodName}>{row.methodName}</span>,
    },
    { id: 'userName', title: t('userName'), width: '150px', cell: (row) => row.userName ?? '–' },
    {
      id: 'address',
      title: t('address'),
      width: '150px',
      priority: 2,
      cell: (row) => row.address ?? '–',
    },
    {
      id: 'errorCode',
      title: t('errorCode'),
      priority: 3,
      cell: (row) => <span title={row.errorCode ?? ''}>{row.errorCode ?? '–'}</span>,
    },
  ];
}

/** A line of the log where the table is too narrow for columns. */
export const logCard = (t: Translate) =>
  function LogCard(row: LogRow): ReactNode {
    const details = [modelName(t, row.logModel), row.userName, row.address, row.errorCode];
    return (
      <>
        <LevelTag level={row.logLevel} t={t} /> {row.methodName}
        <div className="soft small">
          <TimeText time={row.createTime} /> · {details.filter(Boolean).join(' · ')}
        </div>
      </>
    );
  };
