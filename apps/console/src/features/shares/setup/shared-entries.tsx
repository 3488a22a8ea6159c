import { limits } from '@clusterdesk/contracts';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../../shared/file-browser/file-names.js';
import type { EntryKind } from '../api/entry-kinds.js';
import { EntryLine } from '../components/entry-line.js';
import { isTooMany } from './read-entries.js';
import styles from '../components/shares.module.css';

/** So many entries are shown at first. */
export const shownEntries = 5;

interface SharedEntriesProps {
  entries: readonly string[];
  /** What the first of them are. */
  kinds: readonly (EntryKind | undefined)[];
}

/** What is about to be shared, name by name; what is not there any more is marked. */
export function SharedEntries({ entries, kinds }: SharedEntriesProps): ReactNode {
  const { t } = useTranslation('shares');
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, shownEntries);
  return (
    <section className={styles['entries']} aria-label={t('shared', { count: entries.length })}>
      {isTooMany(entries) && (
        <Alert type="warning" showIcon title={t('tooMany', { count: limits.shareMaxPaths })} />
      )}
      {kinds.includes('missing') && <Alert type="warning" showIcon title={t('entriesMissing')} />}
      <p className="soft small">{t('shared', { count: entries.length })}</p>
      <ul className={styles['entryList']}>
        {shown.map((path, at) => (
          <li key={path}>
            <EntryLine
              name={nameOf(path)}
              place={path}
              isFolder={kinds[at] === 'folder'}
              isMissing={kinds[at] === 'missing'}
            />
          </li>
        ))}
      </ul>
      {entries.length > shownEntries && (
        <Button type="link" size="small" onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'showLess' : 'showAll')}
        </Button>
      )}
    </section>
  );
}
