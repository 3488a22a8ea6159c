import { endpoints, type BackupRow } from '@clusterdesk/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { queriesOfBackups } from '../api/backup-queries.js';
import { useDownloadBackup } from '../transfer/use-export.js';

const { backups, backupStores } = endpoints;

/** What can be done to one backup. */
export interface BackupActions {
  download: (row: BackupRow) => void;
  prove: (row: BackupRow) => void;
  /** Opens the question that is answered by typing. */
  restore: (row: BackupRow) => void;
  bringBack: (row: BackupRow) => void;
  cancel: (row: BackupRow) => void;
  remove: (row: BackupRow) => void;
}

interface UsedActions {
  actions: BackupActions;
  /** Of the question whether to restore; null: it is not open. */
  restoring: BackupRow | null;
  closeRestoring: () => void;
  confirmRestoring: (row: BackupRow) => Promise<unknown>;
}

/** Does to backups what their rows offer, after a question where something is lost. */
export function useBackupActions(): UsedActions {
  const { t } = useTranslation(['backups', 'common']);
  const confirm = useConfirm();
  const [restoring, setRestoring] = useState<BackupRow | null>(null);
  const invalidates = queriesOfBackups;
  const download = useDownloadBackup().act;
  const prove = useAction(backups.prove, { invalidates, done: t('proofBegun') }).act;
  const bringBack = useAction(backupStores.bringBack, { invalidates, done: t('fetchBegun') }).act;
  const cancel = useAction(backups.cancel, { invalidates }).act;
  const remove = useAction(backups.remove, { invalidates, done: t('common:deleted') }).act;
  const restore = useAction(backups.restore, { invalidates }).submit;
  const actions = useMemo<BackupActions>(
    () => ({
      download: ({ id }) => void download({ id }),
      prove: ({ id }) => void prove({ id }),
      restore: setRestoring,
      bringBack: ({ id }) => void bringBack({ id }),
      cancel: ({ id }) => void cancel({ id }),
      remove: (row) =>
        void confirm({
          title: t('removeTitle', { time: row.createTime }),
          hint: t(row.isStored ? 'removeStoredHint' : 'removeHint'),
          okText: t('common:remove'),
          isDangerous: true,
        }).then((isSure) => isSure && remove({ id: row.id })),
    }),
    [download, prove, bringBack, cancel, remove, confirm, t],
  );
  return {
    actions,
    restoring,
    closeRestoring: () => setRestoring(null),
    confirmRestoring: ({ id }) => restore({ id }),
  };
}
