import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '../../../shared/file-browser/view/entry/file-icon.js';
import { FileName } from '../../../shared/files/file-name.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from './shares.module.css';

interface EntryLineProps {
  name: string;
  /** Where it lies; told on hover. */
  place: string;
  isFolder: boolean;
  isMissing: boolean;
}

/** An entry of a share: its picture, its name, and whether it is still there. */
export function EntryLine({ name, place, isFolder, isMissing }: EntryLineProps): ReactNode {
  const { t } = useTranslation('shares');
  const fileType = name.slice(name.lastIndexOf('.') + 1);
  return (
    <span className={styles['entry']} title={place}>
      <FileIcon item={{ directory: isFolder, fileType }} />
      <FileName name={name} title={null} />
      {isMissing && <StatusTag state="bad">{t('entryMissing')}</StatusTag>}
    </span>
  );
}
