import syncIcon from '@ant-design/icons-svg/es/asn/CloudSyncOutlined';
import awayIcon from '@ant-design/icons-svg/es/asn/DisconnectOutlined';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../shared/lib/connection/network.js';
import { PlainNotice } from './plain-notice.js';

/** Stands where a page's code could not be fetched: without a network, or because another build took the old one's place. */
export function CodeMissing({ onRetry }: { onRetry: () => Promise<void> }): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  const isOnline = useIsOnline();
  const [isBusy, setIsBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setIsBusy(true);
    await onRetry();
    setIsBusy(false);
  };
  return (
    <PlainNotice
      icon={isOnline ? syncIcon : awayIcon}
      title={isOnline ? t('shell:codeMissing') : t('shell:codeOffline')}
      hint={isOnline ? t('shell:codeMissingHint') : t('shell:codeOfflineHint')}
    >
      {isOnline && (
        <button type="button" onClick={() => window.location.reload()}>
          {t('common:reload')}
        </button>
      )}
      <button type="button" aria-disabled={isBusy} onClick={() => void (isBusy || retry())}>
        {t('common:retry')}
      </button>
    </PlainNotice>
  );
}
