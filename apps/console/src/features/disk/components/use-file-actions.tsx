import type { DiskItem } from '@clusterdesk/contracts';
import { App } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { useConfirm } from '../../../shared/ui/use-confirm.js';
import { createFolder, knownNames, removeItems, renameItem } from '../api/change-files.js';
import { nextFolderName } from '../file-names.js';
import { NameDialog } from './name-dialog.js';

export interface FileActions {
  startNewFolder: () => void;
  startRename: () => void;
  remove: () => Promise<void>;
  /** The open dialog, if any. */
  dialog: ReactNode;
}

/** New folder, rename and delete with their dialogs and the specification's warnings. */
export function useFileActions(
  dir: string,
  selected: readonly DiskItem[],
  onRemoved: () => void,
): FileActions {
  const { t } = useTranslation('disk');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [open, setOpen] = useState<'new' | DiskItem | null>(null);
  const close = (): void => setOpen(null);

  const startRename = (): void => {
    const [item] = selected;
    if (!item) {
      message.warning(t('pickSomething'));
    } else if (selected.length > 1) {
      message.warning(t('pickOne'));
    } else {
      setOpen(item);
    }
  };
  const remove = async (): Promise<void> => {
    const [first] = selected;
    if (!first) {
      message.warning(t('pickSomething'));
      return;
    }
    const isConfirmed = await confirm({
      title: t('deleteTitle'),
      hint:
        selected.length === 1
          ? t('deleteOne', { name: first.localPath })
          : t('deleteMany', { count: selected.length }),
      isDangerous: true,
    });
    if (!isConfirmed) {
      message.info(t('deleteCancelled'));
      return;
    }
    try {
      await removeItems(selected.map((item) => item.path));
      onRemoved();
      message.success(t('deleted'));
    } catch (error) {
      message.error(messageOf(error));
    }
  };

  const dialog =
    open === 'new' ? (
      <NameDialog
        title={t('newFolder')}
        label={t('folderName')}
        initialName={nextFolderName(t('folderWord'), knownNames(dir))}
        showsHint
        onConfirm={async (name) => {
          await createFolder(dir, name);
          message.success(t('folderCreated'));
        }}
        onClose={close}
      />
    ) : open ? (
      <NameDialog
        title={t('rename')}
        label={t('renameTo')}
        initialName={open.localPath}
        isFile={!open.directory}
        onConfirm={async (name) => {
          if (name !== open.localPath) {
            await renameItem(open, name);
          }
          message.success(t('renamed'));
        }}
        onClose={close}
      />
    ) : null;
  return { startNewFolder: () => setOpen('new'), startRename, remove, dialog };
}
