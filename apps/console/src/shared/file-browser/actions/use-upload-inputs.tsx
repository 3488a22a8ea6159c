import type { ReactNode } from 'react';
import { pickedFromInput, type PickedFile } from '../../files/picked-file.js';
import { useFileInput } from '../../files/use-file-input.js';

/** Asks the browser for files, or for a folder; `inputs` must stand somewhere in the page. */
export function useUploadInputs(onPick: (picked: PickedFile[]) => void): {
  pickFiles: () => void;
  pickFolder: () => void;
  inputs: ReactNode;
} {
  const take = (chosen: File[]): void => onPick(pickedFromInput(chosen));
  const files = useFileInput({ isMany: true, testId: 'upload-files', onPick: take });
  const folder = useFileInput({ isFolder: true, testId: 'upload-folder', onPick: take });
  return {
    pickFiles: files.pick,
    pickFolder: folder.pick,
    inputs: (
      <>
        {files.input}
        {folder.input}
      </>
    ),
  };
}
