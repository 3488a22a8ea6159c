import { Button, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { useFileInput } from './use-file-input.js';

interface FileButtonProps {
  icon: ReactNode;
  type?: ButtonProps['type'];
  /** As of `<input accept>`. */
  accept: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  onPick: (file: File) => void;
  /** Somebody dropped or chose more than the one file that is taken. */
  onTooMany: (count: number) => void;
  children: ReactNode;
}

/** A button that asks for one file; it takes dropped ones too. */
export function FileButton(props: FileButtonProps): ReactNode {
  const take = (files: File[]): void => {
    const [first] = files;
    if (files.length > 1) {
      props.onTooMany(files.length);
    } else if (first) {
      props.onPick(first);
    }
  };
  const { pick, input } = useFileInput({ accept: props.accept, onPick: take });
  return (
    <>
      <Button
        icon={props.icon}
        type={props.type}
        loading={props.isBusy ?? false}
        disabled={props.isDisabled ?? false}
        onClick={pick}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take([...event.dataTransfer.files]);
        }}
      >
        {props.children}
      </Button>
      {input}
    </>
  );
}
