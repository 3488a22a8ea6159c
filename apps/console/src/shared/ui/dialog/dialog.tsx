import { Modal, type ModalProps } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type DialogProps = Omit<ModalProps, 'mask' | 'maskClosable' | 'okText' | 'cancelText'> & {
  okText?: string;
  cancelText?: string;
};

/** What is taken out of the page while it is open gives the focus back to where it was, unless it went elsewhere. */
export function useFocusBack(isOpen: boolean): void {
  const before = useRef(document.activeElement);
  const latest = useRef(isOpen);
  useEffect(() => {
    latest.current = isOpen;
  });
  useEffect(() => {
    const element = before.current;
    return () => {
      if (latest.current && document.activeElement === document.body) {
        (element as HTMLElement | null)?.focus({ preventScroll: true });
      }
    };
  }, []);
}

/** A dialog as the specification wants it: Confirm and Cancel, not closed by the backdrop, Escape cancels. */
export function Dialog({ children, okText, cancelText, ...props }: DialogProps): ReactNode {
  const { t } = useTranslation('common');
  useFocusBack(props.open ?? false);
  return (
    <Modal
      centered
      destroyOnHidden
      // A long title ends before the cross. A field's help takes its room from the margins around it, and would touch the buttons.
      styles={{ header: { paddingInlineEnd: 'var(--space-6)' }, body: { display: 'flow-root' } }}
      {...props}
      mask={{ blur: false, closable: false }}
      okText={okText ?? t('confirm')}
      cancelText={cancelText ?? t('cancel')}
    >
      {children}
    </Modal>
  );
}
