import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { pickedFromInput, type PickedFile } from '../../files/picked-file.js';

/** Asks the browser for files, or for a folder; `inputs` must stand somewhere in the page. */
export function useUploadInputs(onPick: (picked: PickedFile[]) => void): {
  pickFiles: () => void;
  pickFolder: () => void;
  inputs: ReactNode;
} {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    onPick(pickedFromInput(event.target.files ?? []));
    // The same choice again must be a change again: that is how an interrupted upload goes on.
    event.target.value = '';
  };
  const inputs = (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-testid="upload-files"
        onChange={onChange}
      />
      <input
        ref={(node) => {
          folder.current = node;
          if (node) {
            node.webkitdirectory = true;
          }
        }}
        type="file"
        hidden
        data-testid="upload-folder"
        onChange={onChange}
      />
    </>
  );
  return {
    pickFiles: () => files.current?.click(),
    pickFolder: () => folder.current?.click(),
    inputs,
  };
}
