import { endpoints, type BackupRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { fetchByBrowser, fetchTicketUrl } from '../../../shared/files/fetch-by-browser.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { newestBackups, queriesOfBackups } from '../api/backup-queries.js';

const { backups, backupStores } = endpoints;

/** Lets the browser save a backup: it fetches the address by itself, and goes on with it when the line breaks. */
export const useDownloadBackup = () => {
  const { t } = useTranslation('backups');
  return useAction(
    async ({ id }: { id: string }) => {
      const ticket = await call(backupStores.exportTicket, { id });
      fetchByBrowser(fetchTicketUrl(backupStores.fetchExport, ticket));
      return { result: null, message: '' };
    },
    { done: t('downloadBegun') },
  );
};

interface Exporting {
  begin: (withFiles: boolean) => void;
  /** True from the press of the button to the beginning of the download. */
  isBusy: boolean;
  /** The backup that is waited for. */
  backup: BackupRow | undefined;
}

/** Takes a backup, or waits for the one that is being taken, and downloads it when it is done. */
export function useExport(): Exporting {
  const { t } = useTranslation('backups');
  const { message } = useMessages();
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  const { data, refetch } = useQuery(newestBackups());
  const download = useDownloadBackup();
  const adding = useAction(
    async (withFiles: boolean) => {
      try {
        const { id } = await call(backups.add, { withFiles });
        setWaitsFor(id);
      } catch (error) {
        const now = await refetch();
        const underWay = now.data?.content.find(isUnderWay);
        if (!(error instanceof ApiError) || !underWay) {
          throw error;
        }
        setWaitsFor(underWay.id);
      }
      return { result: null, message: '' };
    },
    { invalidates: queriesOfBackups },
  );
  const backup = data?.content.find(({ id }) => id === waitsFor);
  const state = backup?.state;
  const finish = useEffectEvent(() => {
    if (!backup || isUnderWay(backup)) {
      return;
    }
    setWaitsFor(null);
    if (backup.state === 'done') {
      void download.act({ id: backup.id });
    } else if (backup.state === 'failed') {
      void message.error(backup.message || t('state_failed'));
    }
  });
  useEffect(() => finish(), [state]);
  return {
    begin: (withFiles) => void adding.act(withFiles),
    isBusy: adding.isBusy || waitsFor !== null || download.isBusy,
    backup,
  };
}

/** Whether a backup is being taken, or waits for that. */
export const isUnderWay = ({ state }: Pick<BackupRow, 'state'>): boolean =>
  state === 'waiting' || state === 'running';
