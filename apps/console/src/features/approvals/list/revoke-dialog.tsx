import { endpoints, type ApplicationRow } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { queriesOfApplications } from '../api/application-queries.js';
import { applicationName, manyOf } from '../application-facts.js';
import { ReasonField } from '../components/reason-field.js';
import { personName } from '../../../shared/users/person-name.js';

interface RevokeDialogProps {
  application: ApplicationRow;
  onClose: () => void;
}

/** Asks whether an approval is to be revoked, and why: the reason is told to who applied. */
export function RevokeDialog({ application, onClose }: RevokeDialogProps): ReactNode {
  const { t } = useTranslation('approvals');
  const [form] = Form.useForm<{ reason?: string }>();
  // Where the focus goes next depends on what the list is then.
  const revoke = useAction(endpoints.approvals.revoke, {
    invalidates: queriesOfApplications,
    done: t('done_revoke'),
    isFreshAtEnd: true,
  });
  const { id, applyUser, entries } = application;
  return (
    <FormDialog<{ reason?: string }, unknown>
      form={form}
      title={t(`titleRevoke${manyOf(application)}`, {
        name: nameInSentence(applicationName(application)),
        count: entries - 1,
      })}
      okText={t('revoke')}
      isDangerous
      head={<p className="soft">{t('hintRevoke', { user: personName(applyUser) })}</p>}
      onSubmit={({ reason = '' }) => revoke.submit({ id, reason })}
      onClose={onClose}
    >
      <ReasonField rows={2} />
    </FormDialog>
  );
}
