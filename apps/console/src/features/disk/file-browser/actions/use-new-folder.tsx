import { App } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { createFolder, freeFolderName } from '../api/change-files.js';
import { NameDialog } from './name-dialog.js';

/** Asks for a new folder's name; the folder is then shown to `onCreated`. */
export function useNewFolder(
  dir: string,
  onCreated: (path: string) => void,
): { start: () => void; dialog: ReactNode } {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const [proposal, setProposal] = useState<string | null>(null);
  const start = (): void => {
    freeFolderName(dir, t('folderWord')).then(setProposal, (error: unknown) =>
      message.error(messageOf(error)),
    );
  };
  const dialog = proposal !== null && (
    <NameDialog
      title={t('newFolder')}
      label={t('folderName')}
      initialName={proposal}
      onConfirm={async (name) => {
        const path = await createFolder(dir, name);
        void message.success(t('folderCreated'));
        onCreated(path);
      }}
      onClose={() => setProposal(null)}
    />
  );
  return { start, dialog };
}
