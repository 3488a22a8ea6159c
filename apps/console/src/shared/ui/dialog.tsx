import { Modal, type ModalProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type DialogProps = Omit<ModalProps, 'mask' | 'maskClosable' | 'okText' | 'cancelText'> & {
  okText?: string;
  cancelText?: string;
};

/** A dialog as the specification wants it: Confirm and Cancel, not closed by the backdrop, Escape cancels. */
export function Dialog({ children, okText, cancelText, ...props }: DialogProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Modal
      centered
      destroyOnHidden
      {...props}
      mask={{ blur: false, closable: false }}
      okText={okText ?? t('confirm')}
      cancelText={cancelText ?? t('cancel')}
    >
      {children}
    </Modal>
  );
}
