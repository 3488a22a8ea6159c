import { shareTypes, type ShareRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../shared/api/api-error.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { DetailDrawer } from '../../../shared/ui/dialog/detail-drawer.js';
import { DetailList, type Detail } from '../../../shared/ui/layout/detail-list.js';
import { shareDetail } from '../api/share-queries.js';
import { CopyLink } from '../components/copy-link.js';
import { EntryLine } from '../components/entry-line.js';
import { ShareStateTag } from '../components/share-state.js';
import styles from '../components/shares.module.css';
import { ValidityText } from '../components/validity-text.js';
import { linkOf, shareName } from '../share-link.js';
import { DownloadSwitch } from './download-switch.js';
import { downloadsText, receiversText } from './share-columns.js';
import { VisitList } from './visit-list.js';

interface ShareDrawerProps {
  /** As the list has it, shown until the newest has come. */
  share: ShareRow;
  onClose: () => void;
}

function Facts({ share }: { share: ShareRow }): ReactNode {
  const { t } = useTranslation(['shares', 'common']);
  const isLink = share.shareType === shareTypes.link;
  const linkDetails: Detail[] = [
    { label: t('link'), value: <span className={styles['wholeLink']}>{linkOf(share)}</span> },
    {
      label: t('code'),
      value: <code>{share.verification}</code>,
      action: (
        <CopyLink share={share} type="default">
          {t('copyBoth')}
        </CopyLink>
      ),
    },
    { label: t('downloads'), value: downloadsText(share) },
  ];
  const details: Detail[] = [
    {
      label: t('state'),
      value: (
        <>
          <ShareStateTag state={share.state} />{' '}
          <span className="soft small">{t(`stateHint_${share.state}`)}</span>
        </>
      ),
    },
    {
      label: t('what'),
      value: (
        <ul className={styles['entryList']}>
          {share.fileVos.map((file) => (
            <li key={file.path}>
              <EntryLine
                name={file.localPath}
                place={file.path}
                isFolder={file.directory}
                isMissing={file.isMissing}
              />
            </li>
          ))}
        </ul>
      ),
    },
    {
      label: t('type'),
      value: share.isDropBox
        ? `${t(isLink ? 'byLink' : 'byUsers')} · ${t('dropBox')}`
        : t(isLink ? 'byLink' : 'byUsers'),
    },
    { label: t('createTime'), value: <TimeText time={share.createTime} /> },
    { label: t('validity'), value: <ValidityText until={share.expirationTime} isLong /> },
    ...(isLink ? linkDetails : []),
    ...(share.isDropBox
      ? []
      : [{ label: t('canDownload'), value: <DownloadSwitch share={share} /> }]),
    { label: t('receivers'), value: receiversText(share, t) },
  ];
  return <DetailList details={details} />;
}

/** All about one share of one's own, and who opened and took what of it; kept up to date while it is open. */
export function ShareDrawer({ share: listed, onClose }: ShareDrawerProps): ReactNode {
  const { t } = useTranslation('shares');
  const detail = useQuery({ ...shareDetail(listed.id), placeholderData: listed });
  const share = detail.data ?? listed;
  const isGone = detail.error instanceof ApiError && detail.error.code === 404;
  return (
    <DetailDrawer
      title={t('shareOf', { name: nameInSentence(shareName(share)) })}
      size={560}
      onClose={onClose}
    >
      {detail.error ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={isGone ? t('shareGone') : messageOf(detail.error)}
        />
      ) : null}
      {!isGone && (
        <>
          <Facts share={share} />
          <VisitList shareId={share.id} />
        </>
      )}
    </DetailDrawer>
  );
}
