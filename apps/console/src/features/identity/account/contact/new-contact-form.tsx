import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { paths } from '../../../../shared/paths.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { queriesOfCaller } from '../../api/shown.js';
import type { Channel } from './channels.js';
import { CodeField } from './code-field.js';
import { mustVerifyFirst } from './refusals.js';
import { useMessages } from '../../../../shared/ui/messages/messages.js';

interface NewContactFormProps {
  channel: Channel;
  userId: string;
  /** Step one was not done, or too long ago. */
  onUnverified: () => void;
}

/** Step two: the new contact with its code. */
export function NewContactForm({ channel, userId, onUnverified }: NewContactFormProps): ReactNode {
  const { t } = useTranslation('account');
  const { message } = useMessages();
  const [form] = Form.useForm<Record<string, string>>();
  const contact = (): string => (form.getFieldValue(channel.name) ?? '').trim();

  const withStepOne = async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (mustVerifyFirst(error)) {
        // Nothing to ask about: the server wants the first step again.
        form.resetFields();
        onUnverified();
      }
      throw error;
    }
  };
  // Shows the validation message (spec part 2 §5). Its promise is no answer: a newer validation rejects it.
  const hasTarget = async (): Promise<boolean> => {
    await form.validateFields([channel.name]).catch(() => undefined);
    return channel.schema.safeParse(contact()).success;
  };
  const save = useAction(
    (code: string) => withStepOne(() => channel.save(contact(), code, userId)),
    { invalidates: queriesOfCaller, done: t(channel.texts.done) },
  );
  return (
    <FormPage
      form={form}
      title={t(channel.texts.enterNew)}
      backTo={paths.account}
      backLabel={t('title')}
      onSubmit={async ({ code = '' }) => {
        try {
          await save.submit(code.trim());
        } catch (error) {
          if (mustVerifyFirst(error)) {
            void message.error(messageOf(error)); // The form that would show it is gone by now.
          }
          throw error;
        }
        return paths.account;
      }}
    >
      <Form.Item
        name={channel.name}
        label={t(channel.texts.fresh)}
        required
        rules={[schemaRule(channel.schema, { empty: t(channel.texts.required) })]}
      >
        {channel.name === 'mobile' ? (
          <Input autoFocus maxLength={11} inputMode="tel" autoComplete="tel-national" />
        ) : (
          <Input
            autoFocus
            maxLength={254}
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
          />
        )}
      </Form.Item>
      <CodeField
        purpose={`${channel.name}-new`}
        hasTarget={hasTarget}
        send={() => withStepOne(() => channel.send(contact()))}
      />
    </FormPage>
  );
}
