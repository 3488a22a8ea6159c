import { endpoints, type ApplicationRow } from '@clusterdesk/contracts';
import { Alert, Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { useSubmit } from '../../../shared/ui/form/use-submit.js';
import { personName } from '../../../shared/users/person-name.js';
import { queriesOfApplications } from '../api/application-queries.js';
import { applicationName } from '../application-facts.js';
import styles from '../components/approvals.module.css';
import { ReasonField } from '../components/reason-field.js';

interface DecisionBarProps {
  application: ApplicationRow;
  /** True where there is only room for the answers. */
  isBrief?: boolean;
  /** Why a decision was refused, for where the bar is gone with it: somebody else was first. */
  onRefused: (problem: string | null) => void;
  onDecided?: () => void;
}

interface Answer {
  isYes: boolean;
  reason?: string;
}

/** Where an application is decided: the reason, until when it can be downloaded, and both answers. One for the drawer and the bell. */
export function DecisionBar({
  application,
  isBrief,
  onRefused,
  onDecided,
}: DecisionBarProps): ReactNode {
  const { t } = useTranslation('approvals');
  const [form] = Form.useForm<Answer>();
  const [pressed, setPressed] = useState<'approve' | 'reject' | null>(null);
  const { id, applyUser, approversNeeded, approversSoFar, approvalDays } = application;
  const agree = useAction(endpoints.approvals.agree, {
    invalidates: queriesOfApplications,
    done: (_, { status }) => t(status === '1' ? 'done_approve' : 'done_reject'),
    // Where the focus goes next depends on what the list is then.
    isFreshAtEnd: true,
  });
  const { submit, isBusy, problem } = useSubmit(form, async ({ isYes, reason = '' }: Answer) => {
    onRefused(null);
    try {
      await agree.submit({ id, reason, status: isYes ? '1' : '2' });
    } catch (error) {
      onRefused(messageOf(error));
      throw error;
    }
    form.resetFields();
    onDecided?.();
  });
  useUnsavedWork(() => !isBusy && (form.getFieldValue('reason') ?? '').trim() !== '');
  const name = nameInSentence(applicationName(application));
  const button = (act: 'approve' | 'reject'): ReactNode => (
    <Button
      key={act}
      {...(isBrief && { size: 'small' as const })}
      type={act === 'approve' ? 'primary' : 'default'}
      danger={act === 'reject'}
      loading={isBusy && pressed === act}
      disabled={isBusy && pressed !== act}
      aria-label={t(`${act}Named`, { name })}
      onClick={() => {
        setPressed(act);
        void submit({ ...form.getFieldsValue(), isYes: act === 'approve' });
      }}
    >
      {t(act)}
    </Button>
  );
  const isFirstOfTwo = approversNeeded > approversSoFar + 1;
  return (
    <Form
      form={form}
      layout="vertical"
      className={styles['decision']}
      aria-label={t('decide')}
      aria-busy={isBusy}
    >
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
      {!isBrief && <ReasonField rows={1} />}
      <div className={styles['answers']}>
        {(isFirstOfTwo || !isBrief) && (
          <p className="soft small">
            {isFirstOfTwo
              ? t('firstOfTwo')
              : t('daysOnceApproved', { count: approvalDays, user: personName(applyUser) })}
          </p>
        )}
        <div className={styles['actions']}>
          {button('reject')}
          {button('approve')}
        </div>
      </div>
    </Form>
  );
}
