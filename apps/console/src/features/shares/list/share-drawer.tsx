import { shareTypes, type ShareRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../shared/api/api-error.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { DetailDrawer } from '../../../shared/ui/dialog/detail-drawer.js';
import { DetailList, type Detail } from '../../../shared/ui/layout/detail-list.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { shareDetail } from '../api/share-queries.js';
import { CopyLink } from '../components/copy-link.js';
import { EntryLine } from '../components/entry-line.js';
import { ShareStateTag } from '../components/share-state.js';
import styles from '../components/shares.module.css';
import { ValidityText } from '../components/validity-text.js';
import { linkOf, shareName } from '../share-link.js';
import { DownloadSwitch } from './download-switch.js';
import { downloadsText, receiversText } from './share-columns.js';
import { VisitorSwitch } from './visitor-switch.js';
import { VisitList } from './visit-list.js';

interface ShareDrawerProps {
  shareId: string;
  /** As the list has it, where it is in the list: shown until the newest has come. */
  listed: ShareRow | undefined;
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
      ? isLink
        ? [{ label: t('forVisitors'), value: <VisitorSwitch share={share} /> }]
        : []
      : [{ label: t('canDownload'), value: <DownloadSwitch share={share} /> }]),
    { label: t('receivers'), value: receiversText(share, t) },
  ];
  return <DetailList details={details} />;
}

/** All about one share of one's own, and who opened and took what of it; kept up to date while it is open. */
export function ShareDrawer({ shareId, listed, onClose }: ShareDrawerProps): ReactNode {
  const { t } = useTranslation('shares');
  const detail = useQuery({ ...shareDetail(shareId), placeholderData: listed });
  const share = detail.data ?? listed;
  // An address may name a share that the user has received: that is another page's.
  const isGone =
    (detail.error instanceof ApiError && detail.error.code === 404) || share?.own === null;
  return (
    <DetailDrawer
      title={
        share && !isGone ? t('shareOf', { name: nameInSentence(shareName(share)) }) : t('share')
      }
      size={560}
      onClose={onClose}
    >
      {isGone ? (
        <Alert type="warning" showIcon role="alert" title={t('shareGone')} />
      ) : (
        detail.error &&
        share && <Alert type="warning" showIcon role="alert" title={messageOf(detail.error)} />
      )}
      {!isGone &&
        !share &&
        (detail.error ? (
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <Skeleton active />
        ))}
      {!isGone && share && (
        <>
          <Facts share={share} />
          <VisitList shareId={share.id} />
        </>
      )}
    </DetailDrawer>
  );
}
