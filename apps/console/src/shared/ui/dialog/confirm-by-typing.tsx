import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../form/form-dialog.js';

interface ConfirmByTypingProps {
  title: string;
  /** What is lost, in full. */
  hint: ReactNode;
  /** What has to be typed: the name of what is lost. */
  name: string;
  /** The verb on the button. */
  okText: string;
  /** Does it; a refusal is shown in the dialog. */
  onConfirm: () => Promise<unknown>;
  /** After it, when the dialog holds nothing unsaved any more: the place to leave the page. */
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before something large is lost for good, by having its name typed. Draw it only while it is open. */
export function ConfirmByTyping(props: ConfirmByTypingProps): ReactNode {
  const { t } = useTranslation('common');
  const { name } = props;
  const [form] = Form.useForm<{ confirmedName: string }>();
  return (
    <FormDialog<{ confirmedName: string }, unknown>
      form={form}
      title={props.title}
      okText={props.okText}
      isDangerous
      head={props.hint}
      onSubmit={props.onConfirm}
      onDone={() => props.onDone?.()}
      onClose={props.onClose}
    >
      <Form.Item
        name="confirmedName"
        label={t('typeToConfirm', { name })}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_, typed: string | undefined) => {
              if (typed?.trim() !== name) {
                throw new Error(t('typedWrong'));
              }
            },
          },
        ]}
      >
        <Input autoFocus autoComplete="off" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  );
}
