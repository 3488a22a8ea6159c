import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkFetchProgress } from '../selection/use-bulk-fetch.js';
import styles from '../files.module.css';

/** A quiet line while many entries are fetched for what the user does with them, and the way to stop it. */
export function BulkFetchLine({ progress }: { progress: BulkFetchProgress }): ReactNode {
  const { t, i18n } = useTranslation(['files', 'common']);
  const { done, total, cancel } = progress;
  const number = (value: number): string => value.toLocaleString(i18n.language);
  return (
    <span
      className={styles['bulkFetch']}
      role="progressbar"
      aria-label={t('files:bulkFetchLabel')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <LoadingOutlined />
      {t('files:bulkFetch', { done: number(done), total: number(total) })}
      <Button type="link" size="small" onClick={cancel}>
        {t('common:cancel')}
      </Button>
    </span>
  );
}
