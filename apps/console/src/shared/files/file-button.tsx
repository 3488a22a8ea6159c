import { Button, type ButtonProps } from 'antd';
import { useRef, type ReactNode } from 'react';

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
  const input = useRef<HTMLInputElement>(null);
  const pickFiles = (files: FileList | null): void => {
    const [first] = files ?? [];
    if (files && files.length > 1) {
      props.onTooMany(files.length);
    } else if (first) {
      props.onPick(first);
    }
  };
  return (
    <>
      <Button
        icon={props.icon}
        type={props.type}
        loading={props.isBusy ?? false}
        disabled={props.isDisabled ?? false}
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          pickFiles(event.dataTransfer.files);
        }}
      >
        {props.children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={props.accept}
        // antd's form shows file inputs whatever `hidden` says.
        style={{ display: 'none' }}
        onChange={(event) => {
          pickFiles(event.target.files);
          event.target.value = ''; // The same file may be chosen again after a change.
        }}
      />
    </>
  );
}
