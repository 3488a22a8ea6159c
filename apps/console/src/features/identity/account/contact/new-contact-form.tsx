import { App, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../../shared/api/api-error.js';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { paths } from '../../../../shared/paths.js';
import { invalidateCaller } from '../../api/caller-detail.js';
import { requiredRule } from '../../form-rules.js';
import type { Channel } from './channels.js';
import { CodeField } from './code-field.js';
import { mustVerifyFirst } from './refusals.js';

interface NewContactFormProps {
  channel: Channel;
  userId: string;
  /** Step one was not done, or too long ago. */
  onUnverified: () => void;
}

/** Step two: the new contact with its code. */
export function NewContactForm({ channel, userId, onUnverified }: NewContactFormProps): ReactNode {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [form] = Form.useForm<Record<string, string>>();
  const contact = (): string => (form.getFieldValue(channel.name) ?? '').trim();

  const withStepOne = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (mustVerifyFirst(error)) {
        onUnverified();
      }
      throw error;
    }
  };
  const send = async (): Promise<boolean> => {
    const isValid = channel.isValid(contact());
    if (isValid) {
      await withStepOne(() => channel.send(contact()));
    } else {
      // Shows the validation message instead (spec part 2 §5). Its promise is no answer: a newer validation rejects it.
      await form.validateFields([channel.name]).catch(() => undefined);
    }
    return isValid;
  };
  return (
    <FormPage
      form={form}
      title={t(channel.texts.enterNew)}
      backTo={paths.account}
      backLabel={t('title')}
      onSubmit={async ({ code = '' }) => {
        try {
          await withStepOne(() => channel.save(contact(), code.trim(), userId));
        } catch (error) {
          if (mustVerifyFirst(error)) {
            void message.error(messageOf(error)); // The form that would show it is gone by now.
          }
          throw error;
        }
        void invalidateCaller();
        void message.success(t(channel.texts.done));
        await navigate(paths.account);
      }}
    >
      <Form.Item
        name={channel.name}
        label={t(channel.texts.fresh)}
        required
        rules={[requiredRule(t(channel.texts.required), channel.isValid, t(channel.texts.rule))]}
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
      <CodeField purpose={`${channel.name}-new`} send={send} />
    </FormPage>
  );
}
