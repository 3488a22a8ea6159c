import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';

/** Stands in place of a preview that failed. */
export function PreviewBroken({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('transfer');
  return (
    <Dialog open title={t('previewBroken')} onCancel={onClose} footer={null}>
      {t('previewBrokenHint')}
    </Dialog>
  );
}
