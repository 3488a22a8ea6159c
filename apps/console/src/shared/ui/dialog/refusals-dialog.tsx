import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../action/copy-button.js';
import { Dialog } from './dialog.js';
import styles from './refusals-dialog.module.css';

/** One of many for which something was refused, and why. */
export interface Refused {
  name: string;
  message: string;
}

interface RefusalsDialogProps {
  title: string;
  refused: readonly Refused[];
  onClose: () => void;
}

/** Where something was asked for many at once: for which it was refused, each with the reason. */
export function RefusalsDialog({ title, refused, onClose }: RefusalsDialogProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Dialog
      open
      title={title}
      okText={t('gotIt')}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ hidden: true }}
    >
      <dl className={styles['refused']}>
        {refused.map(({ name, message }, index) => (
          // Two jobs may have one name.
          <div key={index}>
            <dt>{name}</dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
      <CopyButton
        text={refused.map(({ name, message }) => `${name}\t${message}`).join('\n')}
        label={t('copyReasons')}
      >
        {t('copyReasons')}
      </CopyButton>
    </Dialog>
  );
}
