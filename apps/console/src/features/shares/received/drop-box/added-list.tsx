import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '../../../../shared/file-browser/view/entry/file-icon.js';
import { FileName } from '../../../../shared/files/file-name.js';
import { SizeText } from '../../../../shared/ui/text/size-text.js';
import { StatusTag, type TagState } from '../../../../shared/ui/text/status-tag.js';
import styles from './drop-box.module.css';

/** Something that this window adds to a drop box, or has added. */
export interface AddedEntry {
  id: string;
  name: string;
  isFolder: boolean;
  sizeBytes: number;
  /** How much of it has arrived. */
  percent: number;
  state: 'checking' | 'waiting' | 'uploading' | 'offline' | 'paused' | 'failed' | 'complete';
  /** Why it did not arrive, for people. */
  problem: string | null;
}

const looks: Partial<Record<AddedEntry['state'], TagState>> = { complete: 'ok', failed: 'bad' };

/** What was added from this window: nobody else but the owner could tell. */
export function AddedList({ entries }: { entries: readonly AddedEntry[] }): ReactNode {
  const { t } = useTranslation('receivedShares');
  return (
    <section className={`card ${styles['added']}`} aria-label={t('added')}>
      <h2 className={styles['addedHead']}>{t('added')}</h2>
      <ul className={styles['list']}>
        {entries.map(({ id, name, isFolder, sizeBytes, percent, state, problem }) => (
          <li key={id}>
            <FileIcon
              item={{ directory: isFolder, fileType: name.slice(name.lastIndexOf('.') + 1) }}
            />
            <span className={styles['entry']}>
              <FileName name={name} />
            </span>
            <span className="soft small">
              <SizeText bytes={sizeBytes} />
            </span>
            <StatusTag state={looks[state] ?? 'running'}>
              {state === 'complete'
                ? t('addedDone')
                : state === 'failed'
                  ? t('addedFailed')
                  : t('addedPart', { percent })}
            </StatusTag>
            {problem !== null && (
              <span className={`small ${styles['problem']}`} role="alert">
                {problem}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
