import { DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/api-error.js';
import { lazyComponent } from '../lazy-component.js';
import styles from './states.module.css';

// antd's text that can be copied brings its editor and its ellipsis along; most people never see a failure.
const RequestId = lazyComponent(async () => (await import('./request-id.js')).RequestId);

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
  const plainId = <span className={styles['id']}>{t('requestId', { id: requestId ?? '' })}</span>;
  return (
    <div className={styles['state']} role="alert" data-stands-in>
      <span className={`${styles['icon']} ${styles['bad']}`} aria-hidden>
        <DisconnectOutlined />
      </span>
      <p className={styles['title']}>{t('loadFailed')}</p>
      <p className={styles['hint']}>{messageOf(error)}</p>
      {requestId && <RequestId id={requestId} pending={plainId} missing={() => plainId} />}
      {onRetry && (
        <div className={styles['action']}>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  );
}
