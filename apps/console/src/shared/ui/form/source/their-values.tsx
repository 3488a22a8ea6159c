import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../form-page.module.css';

/** Above a form: somebody else has changed fields that were changed here, too; the way to take the other values. */
export function TheirValues({ onTake }: { onTake: () => void }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className={styles['alert'] ?? ''}
      title={t('theirValues')}
      action={
        <Button size="small" onClick={onTake}>
          {t('takeTheirs')}
        </Button>
      }
    />
  );
}
