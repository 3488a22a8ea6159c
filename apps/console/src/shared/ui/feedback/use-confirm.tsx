import { App } from 'antd';
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Question {
  title: string;
  hint?: ReactNode;
  isDangerous?: boolean;
}

/** Asks with Confirm and Cancel; the backdrop does not close it, Escape cancels. True means confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { modal } = App.useApp();
  const { t } = useTranslation('common');
  return useCallback(
    ({ title, hint, isDangerous }) =>
      new Promise((resolve) => {
        modal.confirm({
          title,
          content: hint,
          okText: t('confirm'),
          cancelText: t('cancel'),
          okButtonProps: { danger: isDangerous ?? false },
          focusable: { autoFocusButton: isDangerous ? 'cancel' : 'ok' },
          centered: true,
          keyboard: true,
          mask: { blur: false, closable: false },
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      }),
    [modal, t],
  );
}
