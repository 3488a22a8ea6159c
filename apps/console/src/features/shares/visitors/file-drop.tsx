import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './drop-page.module.css';

/** What was dropped, without folders: a browser gives these as files that cannot be read. */
function droppedFiles({ items, files }: DataTransfer): { files: File[]; hasFolders: boolean } {
  const folders = new Set(
    [...items].flatMap((item, at) => (item.webkitGetAsEntry()?.isDirectory ? [at] : [])),
  );
  return {
    files: [...files].filter((_, at) => !folders.has(at)),
    hasFolders: folders.size > 0,
  };
}

/** Where a visitor chooses files, or drops them. */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }): ReactNode {
  const { t } = useTranslation('dropBox');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [hasFolders, setHasFolders] = useState(false);
  const take = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const dropped = droppedFiles(event.dataTransfer);
    setHasFolders(dropped.hasFolders);
    onFiles(dropped.files);
  };
  return (
    <div
      className={styles['drop']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={take}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          setHasFolders(false);
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen once more.
          target.value = '';
        }}
      />
      <button type="button" className={styles['primary']} onClick={() => input.current?.click()}>
        {t('choose')}
      </button>
      <p>{t('drop')}</p>
      {hasFolders && (
        <p role="alert" className={styles['problem']}>
          {t('noFolders')}
        </p>
      )}
    </div>
  );
}
