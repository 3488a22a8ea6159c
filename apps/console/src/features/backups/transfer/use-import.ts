import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { invalidate } from '../../../shared/api/invalidate.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { queriesOfBackups } from '../api/backup-queries.js';
import { sendArchive } from './send-archive.js';

/** A file on its way. */
interface Sending {
  name: string;
  sentBytes: number;
  totalBytes: number;
}

interface Importing {
  take: (file: File) => void;
  sending: Sending | null;
  cancel: () => void;
}

/** Sends a file after a question; it is checked and restored there. Leaving the page stops what is not sent yet. */
export function useImport(): Importing {
  const { t } = useTranslation('backups');
  const confirm = useConfirm();
  const { message } = useMessages();
  const [sending, setSending] = useState<Sending | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const take = async (file: File): Promise<void> => {
    const isSure = await confirm({
      title: t('importTitle', { name: file.name }),
      hint: t('importHint'),
      okText: t('importOk'),
      isDangerous: true,
    });
    if (!isSure) {
      return;
    }
    const abort = new AbortController();
    running.current = abort;
    const show = (sentBytes: number): void =>
      setSending({ name: file.name, sentBytes, totalBytes: file.size });
    show(0);
    try {
      const said = await sendArchive(file, show, abort.signal);
      void message.success(said || t('imported'));
    } catch (error) {
      void message.error(abort.signal.aborted ? t('importCancelled') : messageOf(error));
    } finally {
      setSending(null);
      void invalidate(queriesOfBackups);
    }
  };
  return { take: (file) => void take(file), sending, cancel: () => running.current?.abort() };
}
