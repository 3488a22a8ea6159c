import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../shared/ui/action/copy-button.js';
import { Dialog } from '../../../../shared/ui/dialog/dialog.js';
import type { BulkFailure } from './use-bulk.js';
import styles from '../users.module.css';

/** For whom it was refused, each with the reason. */
export function BulkFailures({
  failures,
  onClose,
}: {
  failures: readonly BulkFailure[];
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('users');
  return (
    <Dialog
      open
      title={t('bulkFailed', { count: failures.length })}
      okText={t('gotIt')}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ hidden: true }}
    >
      <dl className={styles['failures']}>
        {failures.map(({ name, message }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
      <CopyButton
        text={failures.map(({ name, message }) => `${name}\t${message}`).join('\n')}
        label={t('copyReasons')}
      >
        {t('copyReasons')}
      </CopyButton>
    </Dialog>
  );
}
