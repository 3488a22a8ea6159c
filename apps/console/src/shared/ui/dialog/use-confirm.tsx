import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useMessages } from '../messages/messages.js';

interface Question {
  title: string;
  hint?: ReactNode;
  isDangerous?: boolean;
  /** What Confirm is called where a verb says more. */
  okText?: string;
}

/**
 * Asks with Confirm and Cancel; the backdrop does not close it, Escape cancels. True means confirmed. A question belongs to
 * the page that asks it: it is cancelled when the page is left.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { modal } = useMessages();
  const { t } = useTranslation('common');
  const { key } = useLocation();
  const cancelOpen = useRef<(() => void) | null>(null);
  useEffect(() => () => cancelOpen.current?.(), [key]);
  return useCallback(
    ({ title, hint, isDangerous, okText }) =>
      new Promise((resolve) => {
        const answer = (isConfirmed: boolean): void => {
          cancelOpen.current = null;
          resolve(isConfirmed);
        };
        const { destroy } = modal.confirm({
          title,
          content: hint,
          okText: okText ?? t('confirm'),
          cancelText: t('cancel'),
          okButtonProps: { danger: isDangerous ?? false },
          focusable: { autoFocusButton: isDangerous ? 'cancel' : 'ok' },
          centered: true,
          keyboard: true,
          mask: { blur: false, closable: false },
          onOk: () => answer(true),
          onCancel: () => answer(false),
        });
        cancelOpen.current = () => {
          destroy();
          answer(false);
        };
      }),
    [modal, t],
  );
}
