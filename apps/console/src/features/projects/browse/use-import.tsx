import { endpoints, type CopyState } from '@clusterdesk/contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.js';
import { folderAt } from '../../../shared/file-browser/file-names.js';
import {
  withoutChanges,
  type FileEntry,
  type FileSpace,
} from '../../../shared/file-browser/file-space.js';
import { FolderPickerDialog } from '../../../shared/file-browser/move-copy/folder-picker-dialog.js';
import {
  useSaveHere,
  type BeginSaving,
} from '../../../shared/file-browser/move-copy/use-save-here.js';

interface ImportOptions {
  projectId: string;
  /** The project's files, and the folder of them that is shown. */
  space: FileSpace;
  dir: string;
  onBegun: (state: CopyState) => void;
}

/** Copies a file or a folder of the own disk into the folder shown; taken names are asked about. */
export function useImport({ projectId, space, dir, onBegun }: ImportOptions): {
  /** Asks what of the disk. */
  start: (disk: FileSpace) => void;
  dialogs: ReactNode;
} {
  const { t } = useTranslation('projectFiles');
  const [disk, setDisk] = useState<FileSpace | null>(null);
  const begin: BeginSaving = async (fileList, toPath, operation) => [
    await call(endpoints.projectFiles.importFromDisk, {
      projectId,
      fileList,
      toPath,
      operation,
      async: true,
    }),
  ];
  const { into, dialogs } = useSaveHere(space, dir, begin, onBegun);
  const pick = (item: FileEntry): void => {
    setDisk(null);
    into([item], dir);
  };
  return {
    start: setDisk,
    dialogs: (
      <>
        {disk && (
          <FolderPickerDialog
            space={withoutChanges(disk)}
            title={t('importTitle')}
            okText={t('importFolder')}
            problemOf={(chosen) => (chosen === '/' ? t('chooseEntry') : null)}
            onPick={(chosen) => pick(folderAt(chosen))}
            files={{ fits: () => true, onPick: pick }}
            onClose={() => setDisk(null)}
          />
        )}
        {dialogs}
      </>
    ),
  };
}
