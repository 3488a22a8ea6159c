import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/form-dialog.js';
import { followsNameHint, nameProblem } from '../file-names.js';

interface NameDialogProps {
  title: string;
  label: string;
  /** The verb on the button. */
  okText: string;
  initialName: string;
  /** Resolves when it is done; a rejection's sentence is shown in the dialog. */
  onConfirm: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a new folder's name. The specification's rule is a hint, not a refusal. */
export function NameDialog({
  label,
  initialName,
  onConfirm,
  ...props
}: NameDialogProps): ReactNode {
  const { t } = useTranslation('files');
  const [form] = Form.useForm<{ name: string }>();
  return (
    <FormDialog<{ name: string }>
      {...props}
      form={form}
      initialValues={{ name: initialName }}
      mainField="name"
      onSubmit={({ name }) => onConfirm(name.trim())}
    >
      <Form.Item
        name="name"
        label={label}
        rules={[
          {
            validator: async (_, name: string) => {
              const problem = nameProblem(name);
              if (problem) {
                throw new Error(t(problem));
              }
            },
          },
          {
            warningOnly: true,
            validator: async (_, name: string) => {
              if (!nameProblem(name) && !followsNameHint(name)) {
                throw new Error(t('folderNameHint'));
              }
            },
          },
        ]}
      >
        <Input maxLength={255} onFocus={({ target }) => target.select()} />
      </Form.Item>
    </FormDialog>
  );
}
