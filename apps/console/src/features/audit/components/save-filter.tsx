import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';

/** Asks for the name under which a filter is kept. */
export function SaveFilter({
  onSave,
  onClose,
}: {
  onSave: (name: string) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('audit');
  const [form] = Form.useForm<{ name: string }>();
  return (
    <FormDialog<{ name: string }>
      form={form}
      title={t('saveFilter')}
      mainField="name"
      onSubmit={async ({ name }) => onSave(name.trim())}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('filterName')}
        extra={t('filterNameHint')}
        rules={[{ required: true, whitespace: true, message: t('filterNameMissing') }]}
      >
        <Input maxLength={30} />
      </Form.Item>
    </FormDialog>
  );
}
