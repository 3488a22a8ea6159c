import type { ReactNode } from 'react';
import { FileName } from '../../files/file-name.js';
import styles from './name-button.module.css';

interface NameButtonProps {
  /** A file's name or path. */
  name: string;
  onOpen: () => void;
}

/** The name of what a row is about: opens its details. The row itself, which a click selects or opens, is not told. */
export function NameButton({ name, onOpen }: NameButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles['name']}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <FileName name={name} />
    </button>
  );
}
