import { endpoints, type ShareRow } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { queriesOfOwnShares } from '../api/share-queries.js';
import { ExpiryField, LimitField } from '../components/link-fields.js';
import { ValidityText } from '../components/validity-text.js';
import { expiryIn, shareName } from '../share-link.js';

interface Values {
  days?: number;
  downloadLimit?: number | null;
}

interface ExtendDialogProps {
  share: ShareRow;
  onClose: () => void;
}

/** Makes a link good for some time from now on, or for more downloads. What is not changed is not sent. */
export function ExtendDialog({ share, onClose }: ExtendDialogProps): ReactNode {
  const { t } = useTranslation('shares');
  const [form] = Form.useForm<Values>();
  const limit = share.own?.downloadLimit ?? null;
  const { submit } = useAction(endpoints.shares.edit, {
    invalidates: queriesOfOwnShares,
    done: t('changed'),
  });
  const newLimit = Form.useWatch('downloadLimit', form);
  const isLimitChanged = newLimit !== undefined && newLimit !== limit;
  return (
    <FormDialog<Values, unknown>
      form={form}
      title={t('extendTitle', { name: nameInSentence(shareName(share)) })}
      okText={t('extend')}
      mainField="days"
      initialValues={{ downloadLimit: limit }}
      head={
        <p className="soft">
          {t('now', { validity: '' })}
          <ValidityText until={share.expirationTime} isLong />
        </p>
      }
      onSubmit={({ days, downloadLimit }) =>
        submit({
          id: share.id,
          ...(days !== undefined && { expirationTime: expiryIn(days, serverClock.now()) }),
          ...(isLimitChanged && { downloadLimit: downloadLimit ?? null }),
        })
      }
      onClose={onClose}
    >
      <ExpiryField
        hint={t('extendHint')}
        missing={isLimitChanged ? null : t(share.isDropBox ? 'expiryRequired' : 'extendNothing')}
      />
      {!share.isDropBox && (
        <LimitField
          hint={`${t('usedSoFar', { count: share.own?.downloads ?? 0 })} · ${t('limitHint')}`}
        />
      )}
    </FormDialog>
  );
}
