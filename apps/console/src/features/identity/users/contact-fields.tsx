import { endpoints } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { optionalSchemaRule, schemaRule } from '../../../shared/ui/form/schema-rule.js';

const { shape } = endpoints.users.add.input;
const { shape: editShape } = endpoints.users.edit.input;

/** After the last key, before the address is judged (spec part 2 §5). */
const emailDelayMs = 600;

/** Who a user is and how to reach them; all of it may stay empty. */
export function ContactFields(): ReactNode {
  const { t } = useTranslation('users');
  return (
    <FieldPair>
      <Form.Item
        name="realName"
        label={t('realName')}
        rules={[optionalSchemaRule(editShape.realName)]}
      >
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="mobile" label={t('mobile')} rules={[schemaRule(shape.mobile)]}>
        <Input maxLength={11} inputMode="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('email')}
        validateDebounce={emailDelayMs}
        rules={[schemaRule(shape.email)]}
      >
        <Input maxLength={254} inputMode="email" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="companyName" label={t('companyName')}>
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="companyAddress" label={t('companyAddress')}>
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
    </FieldPair>
  );
}
