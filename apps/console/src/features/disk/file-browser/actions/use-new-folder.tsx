import { App } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { createFolder, freeFolderName } from '../api/change-files.js';

type NameDialog = typeof import('./name-dialog.js').NameDialog;

/** Asks for a new folder's name; the folder is then shown to `onCreated`. */
export function useNewFolder(
  dir: string,
  onCreated: (path: string) => void,
): { start: () => void; dialog: ReactNode } {
  const { t } = useTranslation(['disk', 'common']);
  const { message } = App.useApp();
  const [open, setOpen] = useState<{ proposal: string; NameDialog: NameDialog } | null>(null);
  const start = (): void => {
    // With its form, which no other part of the page needs.
    const code = import('./name-dialog.js').catch(() => null);
    Promise.all([freeFolderName(dir, t('folderWord')), code]).then(
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
      title={t('newFolder')}
      label={t('folderName')}
      initialName={open.proposal}
      onConfirm={async (name) => {
        const path = await createFolder(dir, name);
        void message.success(t('folderCreated'));
        onCreated(path);
      }}
      onClose={() => setOpen(null)}
    />
  );
  return { start, dialog };
}
