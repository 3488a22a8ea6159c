import { App, Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../shared/api/api-error.js';
import { requiredRule } from '../../form-rules.js';
import styles from './contact.module.css';
import { waitOf } from './refusals.js';
import { useCountdown } from './use-countdown.js';

interface CodeFieldProps {
  /** What the code is for; each purpose counts down by itself. */
  purpose: string;
  /** Sends the code; false: there is nowhere to send it yet. */
  send: () => Promise<boolean>;
}

/** The field of a code (`code`), and the button that sends one. */
export function CodeField({ purpose, send }: CodeFieldProps): ReactNode {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const form = Form.useFormInstance();
  const { state, start } = useCountdown(purpose);
  const [isBusy, setIsBusy] = useState(false);

  const press = async (): Promise<void> => {
    setIsBusy(true);
    try {
      if (await send()) {
        start();
        void message.success(t('codeSent'));
        form.getFieldInstance('code')?.focus();
      }
    } catch (error) {
      const waitMs = waitOf(error);
      if (waitMs !== null) {
        start(waitMs);
      }
      void message.error(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const label =
    state.kind === 1
      ? t('sendIn', { seconds: state.seconds })
      : t(state.kind === 0 ? 'sendCode' : 'sendAgain');
  return (
    <Form.Item label={t('code')} required htmlFor="code">
      <div className={styles['code']}>
        <Form.Item
          name="code"
          noStyle
          rules={[
            requiredRule(t('codeRequired'), (code) => /^\d{6}$/.test(code.trim()), t('codeRule')),
          ]}
        >
          <Input id="code" maxLength={6} inputMode="numeric" autoComplete="one-time-code" />
        </Form.Item>
        <Button loading={isBusy} disabled={state.kind === 1} onClick={() => void press()}>
          {label}
        </Button>
      </div>
    </Form.Item>
  );
}
