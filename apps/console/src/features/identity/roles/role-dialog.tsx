import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { App, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { Dialog } from '../../../shared/ui/feedback/dialog.js';
import { requiredRule } from '../form-rules.js';

interface RoleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (role: RoleRow) => void;
}

/** Adds a role (spec part 2 §2, Role management). */
export function RoleDialog({ isOpen, onClose, onAdded }: RoleDialogProps): ReactNode {
  const { t } = useTranslation('roles');
  const { message } = App.useApp();
  const [form] = Form.useForm<{ roleName: string; description?: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const add = async (values: { roleName: string; description?: string }): Promise<void> => {
    setIsBusy(true);
    try {
      const role = await call(endpoints.roles.add, values);
      void message.success(t('addedDone'));
      onAdded(role);
    } catch (error) {
      form.setFields([{ name: 'roleName', errors: [messageOf(error)] }]);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open={isOpen}
      title={t('addRole')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        validateTrigger={['onBlur', 'onChange']}
        onFinish={(values) => void add(values)}
      >
        <Form.Item
          name="roleName"
          label={t('roleName')}
          required
          rules={[requiredRule(t('roleNameRequired'))]}
        >
          <Input autoFocus maxLength={64} onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="description" label={t('description')}>
          <Input.TextArea maxLength={255} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
