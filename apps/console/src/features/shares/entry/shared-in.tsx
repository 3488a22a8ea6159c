import { shareTypes } from '@clusterdesk/contracts';
import { nameInSentence, seenName } from '@clusterdesk/contracts/name-parts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FileEntry, FileSpace } from '../../../shared/file-browser/file-space.js';
import { paths } from '../../../shared/paths.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { sharesContaining, type ShareOfEntry } from '../api/share-queries.js';
import { ShareStateTag } from '../components/share-state.js';
import { ValidityText } from '../components/validity-text.js';
import { receiverNames } from '../share-link.js';
import styles from './shared-in.module.css';

/** One share that gives the entry: to whom, until when, and through which folder. */
function Row({ share, entry }: { share: ShareOfEntry; entry: FileEntry }): ReactNode {
  const { t } = useTranslation('shares');
  const isLink = share.shareType === shareTypes.link;
  const way = isLink ? 'byLink' : 'byUsers';
  return (
    <li className={styles['row']}>
      <Link to={paths.myShare(share.id)}>
        {share.own && share.own.userCount > 0
          ? t(`${way}To`, { names: receiverNames(share.own) })
          : t(way)}
      </Link>
      <span className={styles['facts']}>
        <ValidityText until={share.expirationTime} isLong />
        {share.isDropBox && <StatusTag state="running">{t('dropBox')}</StatusTag>}
        {!share.isDropBox && !share.canDownload && (
          <StatusTag state="quiet">{t('viewOnly')}</StatusTag>
        )}
        {share.state !== 'active' && <ShareStateTag state={share.state} />}
      </span>
      {share.through !== entry.path && (
        <span className={styles['facts']} title={seenName(share.through)}>
          {t('throughFolder', {
            name: nameInSentence(share.through.slice(share.through.lastIndexOf('/') + 1) || '/'),
          })}
        </span>
      )}
    </li>
  );
}

/** Where an entry of the own disk is shared, by itself or with a folder above it: each leads to the share. Nothing where it is not. */
export function SharedIn({ entry }: { space: FileSpace; entry: FileEntry }): ReactNode {
  const { t } = useTranslation('shares');
  const query = useQuery(sharesContaining(entry.path));
  const { data: rows, total } = query.data ?? { data: [], total: 0 };
  if (rows.length === 0) {
    return <FailureNote query={query} what={t('sharedInNotLoaded')} />;
  }
  return (
    <section className={styles['section']} aria-label={t('sharedIn')}>
      <h3 className={styles['head']}>{t('sharedInCount', { count: total })}</h3>
      <FailureNote query={query} />
      <ul className={styles['list']}>
        {rows.map((share) => (
          <Row key={share.id} share={share} entry={entry} />
        ))}
      </ul>
      {total > rows.length && (
        <Link to={paths.myShares}>{t('sharedInMore', { count: total - rows.length })}</Link>
      )}
    </section>
  );
}
