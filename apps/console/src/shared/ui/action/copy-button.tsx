import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/dom/copy-text.js';
import { useMessages } from '../messages/messages.js';

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'icon'> {
  /** What is copied; a function where it is long and made only when it is wanted. */
  text: string | (() => string);
  /** What it is, for those who see only the picture: "Copy the request id". */
  label: string;
}

/** How long the button says that it is done, in milliseconds. */
const doneMs = 2_000;

/** Copies a text, and says so where it was pressed and to screen readers. With children it shows them beside the picture. */
export function CopyButton({ text, label, children, ...props }: CopyButtonProps): ReactNode {
  const { t } = useTranslation('common');
  const { message } = useMessages();
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) {
      return undefined;
    }
    const timer = setTimeout(() => setIsDone(false), doneMs);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async (): Promise<void> => {
    try {
      await copyText(typeof text === 'string' ? text : text());
      setIsDone(true);
    } catch {
      void message.error(t('copyFailed'));
    }
  };
  return (
    <>
      <Button
        type="text"
        size="small"
        {...props}
        icon={isDone ? <CheckOutlined /> : <CopyOutlined />}
        {...(children ? {} : { 'aria-label': label })}
        title={label}
        onClick={() => void copy()}
      >
        {children}
      </Button>
      <span role="status" className="visually-hidden">
        {isDone && t('copied')}
      </span>
    </>
  );
}
