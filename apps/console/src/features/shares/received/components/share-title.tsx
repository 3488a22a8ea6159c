import type { ShareRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '../../../../shared/file-browser/view/entry/file-icon.js';
import { FileName } from '../../../../shared/files/file-name.js';
import { shareName } from '../../share-link.js';
import { isViewOnly } from '../share-facts.js';
import { StatusTag } from '../../../../shared/ui/text/status-tag.js';
import styles from './received.module.css';

/** The picture that stands before a share's name: that of its first entry. */
export function ShareIcon({ share }: { share: ShareRow }): ReactNode {
  const name = shareName(share);
  return (
    <FileIcon
      item={{
        directory: share.fileVos[0]?.directory ?? false,
        fileType: name.slice(name.lastIndexOf('.') + 1),
      }}
    />
  );
}

/** A share's name: its first entry, and how many there are. */
export function ShareTitle({ share }: { share: ShareRow }): ReactNode {
  const { t } = useTranslation('receivedShares');
  return (
    <>
      <span className={styles['name']}>
        <FileName name={shareName(share)} />
      </span>
      {share.entries > 1 && (
        <span className={styles['more']}>{t('andMore', { count: share.entries - 1 })}</span>
      )}
      {share.isDropBox && <StatusTag state="running">{t('dropBox')}</StatusTag>}
      {isViewOnly(share) && (
        <span title={t('viewOnlyHint')}>
          <StatusTag state="quiet">{t('viewOnly')}</StatusTag>
        </span>
      )}
    </>
  );
}
