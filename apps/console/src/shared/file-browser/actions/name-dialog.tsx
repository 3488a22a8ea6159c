import { Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { followsNameHint, nameProblem } from '../file-names.js';

interface NameDialogProps {
  title: string;
  label: string;
  initialName: string;
  /** Resolves when it is done; a rejection's sentence is shown in the dialog. */
  onConfirm: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a new folder's name; Enter confirms, Escape cancels. The specification's rule is a hint, not a refusal. */
export function NameDialog(props: NameDialogProps): ReactNode {
  const { t } = useTranslation('files');
  const [name, setName] = useState(props.initialName);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<InputRef>(null);
  const fieldId = useId();
  const problem = nameProblem(name);

  useEffect(() => {
    // The dialog takes the focus for itself when it opens; the field comes after.
    const timer = setTimeout(() => {
      input.current?.focus();
      input.current?.select();
    }, 50);
    return () => clearTimeout(timer);
  }, []);

  const confirm = async (): Promise<void> => {
    if (problem || isBusy) {
      return;
    }
    setIsBusy(true);
    try {
      await props.onConfirm(name.trim());
      props.onClose();
    } catch (error) {
      setRefusal(messageOf(error));
      setIsBusy(false);
    }
  };
  const isHinted = !problem && !refusal && !followsNameHint(name);
  return (
    <Dialog
      open
      title={props.title}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: problem !== null }}
      onOk={() => void confirm()}
      onCancel={props.onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={props.label}
          htmlFor={fieldId}
          validateStatus={problem || refusal ? 'error' : ''}
          help={problem ? t(problem) : (refusal ?? (isHinted ? t('folderNameHint') : ' '))}
        >
          <Input
            id={fieldId}
            ref={input}
            value={name}
            maxLength={255}
            onChange={(event) => {
              setName(event.target.value);
              setRefusal(null);
            }}
            onPressEnter={() => void confirm()}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
