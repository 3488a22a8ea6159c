import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { createFolder, freeFolderName } from '../api/change-files.js';
import type { FileSpace } from '../file-space.js';
import { useMessages } from '../../ui/messages/messages.js';

type NameDialog = typeof import('./name-dialog.js').NameDialog;

/** Asks for a new folder's name; when the dialog has closed the folder is shown to `onCreated`. */
export function useNewFolder(
  space: FileSpace,
  dir: string,
  onCreated: (path: string) => void,
): { start: () => void; dialog: ReactNode } {
  const { t } = useTranslation(['files', 'common']);
  const { message } = useMessages();
  const created = useRef<string | null>(null);
  const latest = useRef(onCreated);
  const [open, setOpen] = useState<{ proposal: string; NameDialog: NameDialog } | null>(null);
  useEffect(() => {
    latest.current = onCreated;
  });
  // The dialog gives the focus back to the button that opened it; whoever goes on with the folder takes it after that.
  useEffect(() => {
    if (open === null && created.current !== null) {
      latest.current(created.current);
      created.current = null;
    }
  }, [open]);
  const start = (): void => {
    // With its form, which no other part of the page needs.
    const code = import('./name-dialog.js').catch(() => null);
    Promise.all([freeFolderName(space, dir, t('files:folderWord')), code]).then(
      ([proposal, loaded]) => {
        if (loaded) {
          setOpen({ proposal, NameDialog: loaded.NameDialog });
        } else {
          void message.error(t('common:codeUnavailable'));
        }
      },
      (error: unknown) => message.error(messageOf(error)),
    );
  };
  const dialog = open && (
    <open.NameDialog
      title={t('files:newFolder')}
      label={t('files:folderName')}
      initialName={open.proposal}
      onConfirm={async (name) => {
        const path = await createFolder(space, dir, name);
        void message.success(t('files:folderCreated'));
        created.current = path;
      }}
      onClose={() => setOpen(null)}
    />
  );
  return { start, dialog };
}
