import { Alert, Button, Form, type FormInstance } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { BackLink } from './back-link.js';
import { TheirValues } from './source/their-values.js';
import { useFormChanges } from './source/use-form-changes.js';
import type { FormSource } from './source/use-form-source.js';
import { useSubmit } from './use-submit.js';
import { useUnsavedWork } from './unsaved-work.js';
import styles from './form-page.module.css';
import { PageHeader } from '../layout/page-header.js';
import { PageHeading } from '../layout/page-heading.js';

interface FormPageProps<Values extends object> {
  form: FormInstance<Values>;
  title: string;
  hint?: ReactNode;
  /** The page this one belongs to; Cancel leads there too. */
  backTo: string;
  backLabel: string;
  /** In place of the ways back, for a form that has to be filled in first. */
  leave?: { label: string; act: () => void };
  /** What a form for something new begins with. */
  initialValues?: { [Name in keyof Values]?: Values[Name] | undefined };
  /** What a form begins with that changes something there is. */
  source?: FormSource<Partial<Values>> | null | undefined;
  /** The verb on the button; absent: Save. */
  submitLabel?: string | undefined;
  /**
   * Does the work; what it throws is shown beside its field, or above the form. It answers the path to go to afterwards
   * (`?…`: another step of this page, which takes its place in the history); nothing: stay. Whoever leaves before that, by another way than Cancel, is asked about the unsaved form.
   * A form with a `source` sends what was `changed`, and nothing where nothing was.
   */
  onSubmit: (values: Values, changed: Partial<Values>) => Promise<string | void>;
  /** True where what is typed is kept as a draft: nobody is asked about it then. */
  isKept?: boolean;
  /**
   * How much of a wide window it uses: `columns` puts many fields into two columns, read one after the other; `whole` leaves the
   * layout to the fields. Absent: as much as a few fields need.
   */
  width?: 'columns' | 'whole';
  /** Said beside the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

/** A page that is one form: where it belongs, the fields, what sends them and Cancel. Enter submits, in a long text with Ctrl. */
export function FormPage<Values extends object>(props: FormPageProps<Values>): ReactNode {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { form } = props;
  const changes = useFormChanges(form, props.source);
  const { isDirty, markSaved } = changes;
  const { isKept = false } = props;
  useUnsavedWork(() => !isKept && isDirty());
  const { submit, isBusy, problem } = useSubmit(form, async (values: Values) => {
    const changed = changes.changedIn(values);
    const isLeft = props.source && Object.keys(changed).length === 0;
    const next = isLeft ? props.backTo : await props.onSubmit(values, changed);
    markSaved();
    if (next) {
      await navigate(next, { replace: next.startsWith('?') });
    }
  });
  // Cancel is a decision already.
  const cancel = (): void => {
    markSaved();
    if (props.leave) {
      props.leave.act();
    } else {
      void navigate(props.backTo);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // What is typed in a dialog above the form comes by here, too.
    const isWithin = event.currentTarget.contains(event.target as Node);
    if (isWithin && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.submit();
    }
  };

  return (
    <>
      {!props.leave && (
        <PageHeader>
          <BackLink to={props.backTo}>{props.backLabel}</BackLink>
        </PageHeader>
      )}
      <Form<Values>
        form={form}
        layout="vertical"
        className={`card ${styles['form']} ${props.width ? styles['wide'] : ''}`}
        initialValues={props.source?.first ?? props.initialValues ?? {}}
        validateTrigger={['onBlur', 'onChange']}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={(values) => void submit(values)}
        onFieldsChange={changes.keepNotes}
        onKeyDown={onKeyDown}
        aria-busy={isBusy}
      >
        <PageHeading className={styles['title']}>{props.title}</PageHeading>
        {props.hint && <p className={styles['hint']}>{props.hint}</p>}
        {problem && (
          <Alert
            type="error"
            showIcon
            title={problem}
            role="alert"
            className={styles['alert'] ?? ''}
          />
        )}
        {changes.takeTheirs && <TheirValues onTake={changes.takeTheirs} />}
        <div className={props.width === 'columns' ? styles['columns'] : undefined}>
          {props.children}
        </div>
        <div className={styles['actions']}>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {props.submitLabel ?? t('save')}
          </Button>
          <Button onClick={cancel}>{props.leave?.label ?? t('cancel')}</Button>
          {props.note && <span className={styles['note']}>{props.note}</span>}
        </div>
      </Form>
    </>
  );
}
