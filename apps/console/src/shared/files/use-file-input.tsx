import { useRef, type ReactNode } from 'react';

interface FileInput {
  /** Asks the browser. */
  pick: () => void;
  /** Must stand somewhere in the page. */
  input: ReactNode;
}

interface FileInputOptions {
  /** As of `<input accept>`. */
  accept?: string;
  isMany?: boolean;
  /** A folder is chosen, of which the files come. */
  isFolder?: boolean;
  testId?: string;
  onPick: (files: File[]) => void;
}

/** Asks the browser for files. */
export function useFileInput(options: FileInputOptions): FileInput {
  const element = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={(node) => {
        element.current = node;
        if (node) {
          node.webkitdirectory = options.isFolder ?? false;
        }
      }}
      type="file"
      accept={options.accept}
      multiple={options.isMany}
      data-testid={options.testId}
      // antd's form shows file inputs whatever `hidden` says.
      style={{ display: 'none' }}
      onChange={({ target }) => {
        options.onPick([...(target.files ?? [])]);
        // The same choice again must be a change again: after a change of the file, or to go on with an interrupted upload.
        target.value = '';
      }}
    />
  );
  return { pick: () => element.current?.click(), input };
}
