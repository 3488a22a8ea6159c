import { DisconnectOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/api-error.js';
import styles from './states.module.css';

/** Says what happened and what to do, with the request id and a way to try again. */
export function ErrorState({
  error,
  onRetry,
}: {
  error: unknown;
  onRetry?: () => void;
}): ReactNode {
  const { t } = useTranslation('common');
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={styles['state']} role="alert">
      <span className={`${styles['icon']} ${styles['bad']}`} aria-hidden>
        <DisconnectOutlined />
      </span>
      <p className={styles['title']}>{t('loadFailed')}</p>
      <p className={styles['hint']}>{messageOf(error)}</p>
      {requestId && (
        <Typography.Text className={styles['id'] ?? ''} copyable={{ text: requestId }}>
          {t('requestId', { id: requestId })}
        </Typography.Text>
      )}
      {onRetry && (
        <div className={styles['action']}>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  );
}
