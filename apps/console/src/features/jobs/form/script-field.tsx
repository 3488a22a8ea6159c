import { Form, Input, Skeleton } from 'antd';
import { Suspense, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazy } from '../../../shared/lib/code/use-lazy.js';
import { RegionBoundary } from '../../../shared/ui/state/region-boundary.js';
import styles from './script.module.css';

const plainRows = 25;

interface ScriptFieldProps {
  /** These come from the form. */
  value?: string;
  onChange?: (text: string) => void;
  onBlur?: () => void;
  ref?: Ref<{ focus: () => void }>;
}

/** A form's field for a script: an editor, whose code is fetched with it, or a plain text field where that failed. */
export function ScriptField({ value = '', onChange, onBlur, ref }: ScriptFieldProps): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const ScriptEditor = useLazy(async () => (await import('./script-editor.js')).ScriptEditor);
  const { status } = Form.Item.useStatus();
  const change = (text: string): void => onChange?.(text);
  const plain = (
    <Input.TextArea
      className={styles['plain'] ?? ''}
      rows={plainRows}
      value={value}
      aria-label={t('script')}
      placeholder={t('scriptPlaceholder')}
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
      {...(onBlur ? { onBlur } : {})}
    />
  );
  return (
    <RegionBoundary fallback={() => plain}>
      <Suspense
        fallback={
          <div className={styles['waiting']} role="status" aria-label={t('common:loading')}>
            <Skeleton active paragraph={{ rows: 8 }} title={false} />
          </div>
        }
      >
        <ScriptEditor
          value={value}
          onChange={change}
          onBlur={onBlur}
          label={t('script')}
          placeholder={t('scriptPlaceholder')}
          isInvalid={status === 'error'}
          ref={ref}
        />
      </Suspense>
    </RegionBoundary>
  );
}
