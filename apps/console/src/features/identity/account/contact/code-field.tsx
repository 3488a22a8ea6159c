import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiResponse } from '../../../../shared/api/call.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { requiredRule } from '../../form-rules.js';
import styles from './contact.module.css';
import { waitOf } from './refusals.js';
import { useCountdown } from './use-countdown.js';

interface CodeFieldProps {
  /** What the code is for; each purpose counts down by itself. */
  purpose: string;
  /** Whether there is somewhere to send it yet; says so itself if not. Absent: always. */
  hasTarget?: () => Promise<boolean>;
  send: () => Promise<ApiResponse<{ isSent: boolean }>>;
}

/** The field of a code (`code`), and the button that sends one. */
export function CodeField({
  purpose,
  hasTarget = async () => true,
  send,
}: CodeFieldProps): ReactNode {
  const { t } = useTranslation('account');
  const form = Form.useFormInstance();
  const { state, start } = useCountdown(purpose);
  const sending = useAction(
    async (_: null) => {
      try {
        return await send();
      } catch (error) {
        const waitMs = waitOf(error);
        if (waitMs !== null) {
          start(waitMs);
        }
        throw error;
      }
    },
    { done: ({ isSent }) => t(isSent ? 'codeSent' : 'codeNotSent') },
  );

  const press = async (): Promise<void> => {
    if ((await hasTarget()) && (await sending.act(null))) {
      start();
      form.getFieldInstance('code')?.focus();
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
        <Button loading={sending.isBusy} disabled={state.kind === 1} onClick={() => void press()}>
          {label}
        </Button>
      </div>
    </Form.Item>
  );
}
