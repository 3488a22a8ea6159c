import { CloudSyncOutlined, DisconnectOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../shared/live/network.js';
import { EmptyState } from '../../shared/ui/feedback/empty-state.js';

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
    <div role="alert">
      <EmptyState
        icon={isOnline ? <CloudSyncOutlined /> : <DisconnectOutlined />}
        title={isOnline ? t('shell:codeMissing') : t('shell:codeOffline')}
        hint={isOnline ? t('shell:codeMissingHint') : t('shell:codeOfflineHint')}
        action={
          <Space>
            {isOnline && (
              <Button type="primary" onClick={() => window.location.reload()}>
                {t('common:reload')}
              </Button>
            )}
            <Button loading={isBusy} onClick={() => void retry()}>
              {t('common:retry')}
            </Button>
          </Space>
        }
      />
    </div>
  );
}
