import { Alert, Button, Form, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../api/api-error.js';
import { BackLink } from './back-link.js';
import { fieldErrors } from './form-errors.js';
import styles from './form-page.module.css';
import { PageHeader } from '../layout/page-header.js';

interface FormPageProps<Values extends object> {
  form: FormInstance<Values>;
  title: string;
  hint?: ReactNode;
  /** The page this one belongs to; Cancel leads there too. */
  backTo: string;
  backLabel: string;
  initialValues?: { [Name in keyof Values]?: Values[Name] | undefined };
  submitLabel?: string;
  /** Does the work; what it throws is shown beside its field, or above the form. */
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/** A page that is one form: where it belongs, the fields, Confirm and Cancel. Enter submits. */
export function FormPage<Values extends object>(props: FormPageProps<Values>): ReactNode {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { form } = props;

  const submit = async (values: Values): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    try {
      await props.onSubmit(values);
    } catch (error) {
      const fields = fieldErrors(error, Object.keys(form.getFieldsValue()));
      form.setFields(fields as Parameters<typeof form.setFields>[0]);
      const first = fields[0];
      if (first) {
        form.scrollToField(first.name as never, { focus: true, block: 'center' });
      } else {
        setProblem(messageOf(error));
      }
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <PageHeader>
        <BackLink to={props.backTo}>{props.backLabel}</BackLink>
      </PageHeader>
      <Form<Values>
        form={form}
        layout="vertical"
        className={`card ${styles['form']}`}
        initialValues={props.initialValues ?? {}}
        validateTrigger={['onBlur', 'onChange']}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={(values) => void submit(values)}
        disabled={isBusy}
      >
        <h1 className={styles['title']}>{props.title}</h1>
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
        {props.children}
        <div className={styles['actions']}>
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={false}>
            {props.submitLabel ?? t('confirm')}
          </Button>
          <Button onClick={() => void navigate(props.backTo)}>{t('cancel')}</Button>
        </div>
      </Form>
    </>
  );
}
