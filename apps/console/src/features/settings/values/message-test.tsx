import { endpoints } from '@clusterdesk/contracts';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';

const { testMail, testSms } = endpoints.settings;

/** Sends one message with what is saved; a refusal stands beside the address, in the words of the server at the other end. */
export function MessageTest({ kind }: { kind: 'mail' | 'sms' }): ReactNode {
  const { t } = useTranslation('settingValues');
  const [isAsking, setIsAsking] = useState(false);
  const [form] = Form.useForm<{ to: string }>();
  const options = { done: t('testSent') };
  const mail = useAction(testMail, options);
  const sms = useAction(testSms, options);
  const title = t(kind === 'mail' ? 'sendTestMail' : 'sendTestSms');
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{title}</Button>
      {isAsking && (
        <FormDialog<{ to: string }, unknown>
          form={form}
          title={title}
          okText={t('send')}
          mainField="to"
          onSubmit={({ to }) =>
            kind === 'mail' ? mail.submit({ email: to }) : sms.submit({ mobile: to })
          }
          onClose={() => setIsAsking(false)}
        >
          <Form.Item
            name="to"
            label={t(kind === 'mail' ? 'recipientMail' : 'recipientSms')}
            extra={t('testHint')}
            rules={[
              schemaRule(kind === 'mail' ? testMail.input.shape.email : testSms.input.shape.mobile),
            ]}
          >
            <Input
              autoFocus
              inputMode={kind === 'mail' ? 'email' : 'tel'}
              autoComplete={kind === 'mail' ? 'email' : 'tel'}
            />
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}
