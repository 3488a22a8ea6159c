import { Form, Input, Skeleton } from 'antd';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import styles from './script.module.css';

const plainRows = 25;

const ScriptEditor = lazyComponent(async () => (await import('./script-editor.js')).ScriptEditor);

interface ScriptFieldProps {
  /** What it is called among others; absent: the script. */
  label?: string;
  /** These come from the form. */
  value?: string;
  onChange?: (text: string) => void;
  onBlur?: () => void;
  ref?: Ref<{ focus: () => void }>;
}

/** A form's field for a script: an editor, whose code is fetched with it, or a plain text field where that failed. */
export function ScriptField({
  label: given,
  value = '',
  onChange,
  onBlur,
  ref,
}: ScriptFieldProps): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const label = given ?? t('script');
  const { status } = Form.Item.useStatus();
  const change = (text: string): void => onChange?.(text);
  const plain = (
    <Input.TextArea
      className={styles['plain'] ?? ''}
      rows={plainRows}
      value={value}
      aria-label={label}
      placeholder={t('scriptPlaceholder')}
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
      {...(onBlur ? { onBlur } : {})}
    />
  );
  return (
    <ScriptEditor
      value={value}
      onChange={change}
      onBlur={onBlur}
      label={label}
      placeholder={t('scriptPlaceholder')}
      isInvalid={status === 'error'}
      ref={ref}
      pending={
        <div className={styles['waiting']} role="status" aria-label={t('common:loading')}>
          <Skeleton active paragraph={{ rows: 8 }} title={false} />
        </div>
      }
      missing={() => plain}
    />
  );
}
