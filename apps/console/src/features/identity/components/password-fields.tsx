import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { passwordSchema, requiredRule } from '../form-rules.js';

/** A new password and its confirmation (spec part 2 §5): fields `password` and `confirmation`. */
export function PasswordFields(): ReactNode {
  const { t } = useTranslation('account');
  const form = Form.useFormInstance<{ password: string }>();
  return (
    <>
      <Form.Item
        name="password"
        label={t('newPassword')}
        required
        rules={[schemaRule(passwordSchema, { empty: t('newPasswordRequired') })]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmation"
        label={t('confirmPassword')}
        required
        dependencies={['password']}
        rules={[
          requiredRule(
            t('confirmRequired'),
            (value) => value === form.getFieldValue('password'),
            t('passwordsDiffer'),
          ),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
