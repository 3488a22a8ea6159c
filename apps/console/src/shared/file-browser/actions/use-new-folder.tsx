import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { createFolder, freeFolderName } from '../api/change-files.js';
import { lazyComponent } from '../../ui/lazy-component.js';
import type { FileSpace } from '../file-space.js';
import { useMessages } from '../../ui/messages/messages.js';

// With its form, which no other part of the page needs.
const NameDialog = lazyComponent(async () => (await import('./name-dialog.js')).NameDialog);

/** Asks for a new folder's name; when the dialog has closed the folder is shown to `onCreated`. */
export function useNewFolder(
  space: FileSpace,
  dir: string,
  onCreated: (path: string) => void,
): { start: () => void; dialog: ReactNode } {
  const { t } = useTranslation('files');
  const { message } = useMessages();
  const created = useRef<string | null>(null);
  const latest = useRef(onCreated);
  const [proposal, setProposal] = useState<string | null>(null);
  useEffect(() => {
    latest.current = onCreated;
  });
  // The dialog gives the focus back to the button that opened it; whoever goes on with the folder takes it after that.
  useEffect(() => {
    if (proposal === null && created.current !== null) {
      latest.current(created.current);
      created.current = null;
    }
  }, [proposal]);
  const start = (): void =>
    void freeFolderName(space, dir, t('folderWord')).then(setProposal, (error: unknown) =>
      message.error(messageOf(error)),
    );
  const dialog = proposal !== null && (
    <NameDialog
      title={t('newFolder')}
      label={t('folderName')}
      okText={t('createFolder')}
      initialName={proposal}
      onConfirm={async (name) => {
        const path = await createFolder(space, dir, name);
        void message.success(t('folderCreated'));
        created.current = path;
      }}
      onClose={() => setProposal(null)}
      onMissing={() => setProposal(null)}
    />
  );
  return { start, dialog };
}
