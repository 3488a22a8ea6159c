import { Button, type ButtonProps } from 'antd';
import type { MouseEvent, ReactNode } from 'react';
import { useHref, useNavigate } from 'react-router-dom';

type LinkButtonProps = Omit<ButtonProps, 'href' | 'onClick' | 'htmlType'> & { to: string };

/** A link of the console that looks like a button: one element, one tab stop; the browser can open it in a new tab. */
export function LinkButton({ to, ...props }: LinkButtonProps): ReactNode {
  const navigate = useNavigate();
  const follow = (event: MouseEvent): void => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (isPlain && !event.altKey) {
      event.preventDefault();
      void navigate(to);
    }
  };
  return <Button {...props} href={useHref(to)} onClick={follow} />;
}
