import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './states.module.css';

/** The number of a refused call, to copy for whoever looks into the log. */
export function RequestId({ id }: { id: string }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Typography.Text className={styles['id'] ?? ''} copyable={{ text: id }}>
      {t('requestId', { id })}
    </Typography.Text>
  );
}
