import type { BackupRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { SizeText } from '../../../shared/ui/text/size-text.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import type { BackupProof } from '../api/backup-queries.js';
import styles from '../backups.module.css';
import { LeftOutNote } from '../components/left-out-note.js';
import { ProgressLine } from '../components/progress-line.js';
import { BackupRowActions } from './backup-row-actions.js';
import type { BackupActions } from './use-backup-actions.js';

type Translate = TFunction<['backups', 'common']>;

const tagOf: Record<BackupRow['state'], TagState> = {
  waiting: 'quiet',
  running: 'running',
  done: 'ok',
  failed: 'bad',
  cancelled: 'quiet',
};

function StateOf({ row, t }: { row: BackupRow; t: Translate }): ReactNode {
  if (row.phase !== null || row.state === 'waiting') {
    return <ProgressLine {...row} label={t('progressOf', { time: row.createTime })} />;
  }
  return (
    <span className={styles['state']}>
      <StatusTag state={tagOf[row.state]}>{t(`state_${row.state}`)}</StatusTag>
      {row.message && <small className={styles['why']}>{row.message}</small>}
      <LeftOutNote count={row.leftOut} />
    </span>
  );
}

/** Where its bytes lie. */
function PlaceOf({ row, t }: { row: BackupRow; t: Translate }): ReactNode {
  return (
    <span className={styles['tags']}>
      {row.isHere && <StatusTag state="ok">{t('isHere')}</StatusTag>}
      {row.isStored && <StatusTag state="ok">{t('isStored')}</StatusTag>}
      {!row.isHere && !row.isStored && '–'}
    </span>
  );
}

function ProofOf({
  row,
  proof,
  t,
}: {
  row: BackupRow;
  proof: BackupProof | undefined;
  t: Translate;
}): ReactNode {
  const last = proof?.last;
  return last?.backupId === row.id ? (
    <span title={last.message}>
      <StatusTag state={last.passed ? 'ok' : 'bad'}>
        {t(last.passed ? 'passed' : 'notPassed')}
      </StatusTag>
    </span>
  ) : (
    '–'
  );
}

/** The columns of the list of backups. */
export function backupColumns(
  t: Translate,
  proof: BackupProof | undefined,
  actions: BackupActions,
): Column<BackupRow>[] {
  return [
    {
      id: 'createTime',
      title: t('time'),
      inCard: 'title',
      isAlways: true,
      cell: (row) => <TimeText time={row.createTime} />,
    },
    {
      id: 'kind',
      title: t('kind'),
      inCard: 'note',
      cell: (row) => (
        <span title={row.userName ?? ''}>
          {t(`kind_${row.kind}`)}
          {row.userName && <small className={styles['soft']}> {row.userName}</small>}
        </span>
      ),
    },
    {
      id: 'state',
      title: t('state'),
      isWhole: true,
      isAlways: true,
      cell: (row) => <StateOf row={row} t={t} />,
    },
    {
      id: 'size',
      title: t('size'),
      align: 'end',
      inCard: 'note',
      cell: (row) => (row.sizeBytes === null ? '–' : <SizeText bytes={row.sizeBytes} />),
    },
    {
      id: 'files',
      title: t('files'),
      priority: 2,
      inCard: 'note',
      cell: (row) => t(row.withFiles ? 'withFiles' : 'withoutFiles'),
    },
    {
      id: 'place',
      title: t('place'),
      priority: 2,
      isWhole: true,
      cell: (row) => <PlaceOf row={row} t={t} />,
    },
    {
      id: 'proof',
      title: t('proof'),
      inCard: 'none',
      priority: 3,
      isWhole: true,
      cell: (row) => <ProofOf row={row} proof={proof} t={t} />,
    },
    {
      id: 'version',
      title: t('version'),
      priority: 4,
      inCard: 'none',
      cell: (row) => row.version ?? '–',
    },
    {
      id: 'actions',
      title: t('common:actions'),
      isActions: true,
      cell: (row) => <BackupRowActions row={row} actions={actions} />,
    },
  ];
}
