import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../../../shared/ui/lazy-component.js';

const ImportDialog = lazyComponent(async () => (await import('./import-dialog.js')).ImportDialog);

/** Import of users from a filled form. */
export function UserImport(): ReactNode {
  const { t } = useTranslation('users');
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setIsOpen(true)}>
        {t('importUsers')}
      </Button>
      {isOpen && <ImportDialog onClose={close} onMissing={close} />}
    </>
  );
}
