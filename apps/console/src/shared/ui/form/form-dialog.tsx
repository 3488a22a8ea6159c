import { Alert, Form, type FormInstance } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog/dialog.js';
import styles from './form-page.module.css';
import { TheirValues } from './source/their-values.js';
import { useFormChanges } from './source/use-form-changes.js';
import type { FormSource } from './source/use-form-source.js';
import { useSubmit } from './use-submit.js';
import { useUnsavedWork } from './unsaved-work.js';

interface FormDialogProps<Values extends object, Result> {
  form: FormInstance<Values>;
  title: string;
  /** What a form for something new begins with. */
  initialValues?: { [Name in keyof Values]?: Values[Name] | undefined };
  /** What a form begins with that changes something there is. */
  source?: FormSource<Partial<Values>> | null | undefined;
  /** The verb on the button; absent: Save. */
  okText?: string | undefined;
  isDangerous?: boolean;
  /** False while there is nothing to send yet. */
  canSubmit?: boolean;
  /** The field beside which refusals stand that are about no field; absent: they stand above the form. */
  mainField?: keyof Values & string;
  width?: number;
  /** Above the fields. */
  head?: ReactNode;
  /** Does the work; what it throws is shown beside its field. A form with a `source` sends what was `changed`. */
  onSubmit: (values: Values, changed: Partial<Values>) => Promise<Result>;
  /** After the work, when there is nothing unsaved any more; `onClose` follows. */
  onDone?: (result: Result) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * antd gives the focus to the cross of a dialog, whatever field asks for it: Enter would close what one has just opened. Where one
 * types by touch, the keyboard comes when it is asked for.
 */
function focusFirstField(fields: HTMLFormElement | null | undefined): void {
  if (fields?.contains(document.activeElement) || matchMedia('(pointer: coarse)').matches) {
    return;
  }
  fields
    ?.querySelector<HTMLElement>('input:enabled:not([type=file]), textarea:enabled')
    ?.focus({ preventScroll: true });
}

/**
 * A form in a dialog; draw it only while it is open. Enter submits, Escape and Cancel close it, which is a decision and
 * not asked about; leaving the page is.
 */
export function FormDialog<Values extends object, Result = void>(
  props: FormDialogProps<Values, Result>,
): ReactNode {
  const { t } = useTranslation('common');
  const { form } = props;
  const submitter = useRef<HTMLButtonElement>(null);
  const changes = useFormChanges(form, props.source);
  const { isDirty, markSaved } = changes;
  useUnsavedWork(isDirty);
  const { submit, isBusy, problem } = useSubmit(
    form,
    async (values: Values) => {
      const changed = changes.changedIn(values);
      if (!props.source || Object.keys(changed).length > 0) {
        const result = await props.onSubmit(values, changed);
        markSaved();
        props.onDone?.(result);
      }
      props.onClose();
    },
    props.mainField,
  );
  return (
    <Dialog
      open
      title={props.title}
      okText={props.okText ?? t('save')}
      {...(props.width === undefined ? {} : { width: props.width })}
      confirmLoading={isBusy}
      okButtonProps={{
        disabled: props.canSubmit === false,
        danger: props.isDangerous ?? false,
      }}
      onOk={() => submitter.current?.click()}
      onCancel={props.onClose}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(submitter.current?.form)}
    >
      {problem && (
        <Alert
          type="error"
          showIcon
          title={problem}
          role="alert"
          className={styles['alert'] ?? ''}
        />
      )}
      {props.head}
      <Form<Values>
        form={form}
        layout="vertical"
        style={props.head ? { marginTop: 16 } : {}}
        initialValues={props.source?.first ?? props.initialValues ?? {}}
        onFieldsChange={changes.keepNotes}
        validateTrigger={['onBlur', 'onChange']}
        scrollToFirstError={{ focus: true, block: 'center' }}
        hidden={props.canSubmit === false}
        onFinish={(values) => void submit(values)}
        aria-busy={isBusy}
      >
        {changes.takeTheirs && <TheirValues onTake={changes.takeTheirs} />}
        {props.children}
        {/* The browser sends a form of several fields by Enter only where it has a button for it. */}
        <button ref={submitter} type="submit" hidden disabled={props.canSubmit === false} />
      </Form>
    </Dialog>
  );
}
