import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { clientUrl } from './open-client.js';

interface ClientAwayDialogProps {
  onTools: () => void;
  onRetry: () => void;
  onClose: () => void;
}

/** Says that no client answers on this computer, and what to do. */
export function ClientAwayDialog({ onTools, onRetry, onClose }: ClientAwayDialogProps): ReactNode {
  const { t } = useTranslation(['transfer', 'common']);
  return (
    <Dialog
      open
      title={t('clientAway')}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('common:close')}
        </Button>,
        <Button key="tools" onClick={onTools}>
          {t('downloadClient')}
        </Button>,
        <Button key="again" type="primary" autoFocus onClick={onRetry}>
          {t('common:retry')}
        </Button>,
      ]}
    >
      <p>{t('clientAwayHint', { address: clientUrl })}</p>
      <p className="soft">{t('clientAwayBrowser')}</p>
    </Dialog>
  );
}
