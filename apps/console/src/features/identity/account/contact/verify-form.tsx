import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { paths } from '../../../../shared/paths.js';
import type { Channel } from './channels.js';
import { CodeField } from './code-field.js';

interface VerifyFormProps {
  channel: Channel;
  /** The contact there is. */
  contact: string;
}

/** Step one: the code of the current contact. */
export function VerifyForm({ channel, contact }: VerifyFormProps): ReactNode {
  const { t } = useTranslation('account');
  const [form] = Form.useForm<{ code: string }>();
  return (
    <FormPage
      form={form}
      title={t(channel.texts.verifyOld)}
      backTo={paths.account}
      backLabel={t('title')}
      submitLabel={t('nextStep')}
      onSubmit={async ({ code }) => {
        await channel.check(code.trim());
        return '?step=2';
      }}
    >
      <Form.Item label={t(channel.texts.current)}>
        <Input
          value={channel.mask(contact)}
          aria-label={t(channel.texts.current)}
          readOnly
          variant="filled"
        />
      </Form.Item>
      <CodeField purpose={`${channel.name}-current`} send={() => channel.send(contact)} />
    </FormPage>
  );
}
