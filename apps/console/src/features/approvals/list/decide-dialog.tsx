import { endpoints, limits, type ApplicationRow } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { queriesOfApplications } from '../api/application-queries.js';
import { applicationName, manyOf } from '../application-facts.js';
import type { Decision } from './use-application-actions.js';
import { personName } from '../../../shared/users/person-name.js';

interface DecideDialogProps {
  application: ApplicationRow;
  decision: Decision;
  onClose: () => void;
}

/** Asks whether, and why: the reason is told to who applied. */
export function DecideDialog({ application, decision, onClose }: DecideDialogProps): ReactNode {
  const { t } = useTranslation('approvals');
  const [form] = Form.useForm<{ reason?: string }>();
  // Where the focus goes next depends on what the list is then.
  const said = {
    invalidates: queriesOfApplications,
    done: t(`done_${decision}`),
    isFreshAtEnd: true,
  };
  const agree = useAction(endpoints.approvals.agree, said);
  const revoke = useAction(endpoints.approvals.revoke, said);
  const { id, applyUser, entries, approversNeeded, approversSoFar } = application;
  const name = nameInSentence(applicationName(application));
  const isFirstOfTwo = approversNeeded > approversSoFar + 1;
  return (
    <FormDialog<{ reason?: string }, unknown>
      form={form}
      title={t(`title${manyOf(application)}_${decision}`, {
        name,
        count: entries - 1,
      })}
      okText={t(decision)}
      isDangerous={decision !== 'approve'}
      head={
        <div className="soft">
          <p>{t(`hint_${decision}`, { user: personName(applyUser) })}</p>
          {decision === 'approve' && isFirstOfTwo && <p>{t('firstOfTwo')}</p>}
        </div>
      }
      onSubmit={({ reason = '' }) =>
        decision === 'revoke'
          ? revoke.submit({ id, reason })
          : agree.submit({ id, reason, status: decision === 'approve' ? '1' : '2' })
      }
      onClose={onClose}
    >
      <Form.Item name="reason" label={t('reasonOptional')}>
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={limits.approvalReasonLength}
          showCount
        />
      </Form.Item>
    </FormDialog>
  );
}
