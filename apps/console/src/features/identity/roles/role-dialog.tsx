import { endpoints, type RoleRow } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { queriesOfUsers } from '../api/shown.js';

interface RoleDialogProps {
  onClose: () => void;
  onAdded: (role: RoleRow) => void;
}

interface Values {
  roleName: string;
  description?: string;
}

const { shape } = endpoints.roles.add.input;

/** Adds a role (spec part 2 §2, Role management). */
export function RoleDialog({ onClose, onAdded }: RoleDialogProps): ReactNode {
  const { t } = useTranslation(['roles', 'common']);
  const [form] = Form.useForm<Values>();
  const add = useAction(endpoints.roles.add, { invalidates: queriesOfUsers, done: t('addedDone') });
  return (
    <FormDialog<Values, RoleRow>
      form={form}
      title={t('addRole')}
      okText={t('common:add')}
      mainField="roleName"
      onSubmit={add.submit}
      onDone={onAdded}
      onClose={onClose}
    >
      <Form.Item
        name="roleName"
        label={t('roleName')}
        required
        rules={[schemaRule(shape.roleName, { empty: t('roleNameRequired') })]}
      >
        <Input autoFocus maxLength={64} />
      </Form.Item>
      <Form.Item
        name="description"
        label={t('description')}
        rules={[schemaRule(shape.description)]}
      >
        <Input.TextArea maxLength={255} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  );
}
