import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from './isolated.js';
import { isUnderWay, type SentFile, type VisitorUploads } from './visitor-uploads.js';
import styles from './drop-page.module.css';

interface SentFilesProps {
  files: readonly SentFile[];
  uploads: VisitorUploads;
}

const percentOf = ({ sentBytes, file }: SentFile): number =>
  file.size === 0 ? 0 : Math.min(100, Math.floor((sentBytes / file.size) * 100));

/** The files that a visitor sends, each with how far it is. */
export function SentFiles({ files, uploads }: SentFilesProps): ReactNode {
  const { t } = useTranslation('dropBox');
  const done = files.filter(({ state }) => state === 'done').length;
  return (
    <section aria-label={t('files')}>
      <p role="status" className={styles['sum']}>
        {done > 0 && t('allDone', { count: done })}
      </p>
      <ul className={styles['files']}>
        {files.map((sent) => {
          const name = isolated(sent.file.name);
          const isEnded = sent.state === 'failed' || sent.state === 'cancelled';
          return (
            <li key={sent.id}>
              <span className={styles['fileName']} title={name}>
                {name}
              </span>
              {isUnderWay(sent) && (
                <progress
                  aria-label={t('progressOf', { name })}
                  max={100}
                  value={percentOf(sent)}
                />
              )}
              <span className={styles['fileState']} data-state={sent.state}>
                {t(sent.state, { percent: percentOf(sent) })}
                {sent.problem && ` · ${sent.problem}`}
              </span>
              {(isUnderWay(sent) || sent.state === 'waiting') && (
                <button
                  type="button"
                  aria-label={t('cancelOf', { name })}
                  onClick={() => uploads.cancel(sent.id)}
                >
                  {t('cancel')}
                </button>
              )}
              {isEnded && (
                <button
                  type="button"
                  aria-label={t('retryOf', { name })}
                  onClick={() => uploads.retry(sent.id)}
                >
                  {t('retry')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
