import { endpoints, type ShareRow } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { gigabytesOf } from '../../../shared/lib/format/gigabytes.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { queriesOfOwnShares } from '../api/share-queries.js';
import { ExpiryField, LimitField } from '../components/link-fields.js';
import { VisitorFields } from '../components/visitor-fields.js';
import { visitorInput } from '../setup/share-values.js';
import { ValidityText } from '../components/validity-text.js';
import { expiryIn, shareName } from '../share-link.js';

interface Values {
  days?: number;
  downloadLimit?: number | null;
  visitorTitle?: string;
  visitorGigabytes?: number | null;
  visitorFiles?: number | null;
}

interface ExtendDialogProps {
  share: ShareRow;
  onClose: () => void;
}

/** Makes a link good for some time from now on, or for more downloads. What is not changed is not sent. */
export function ExtendDialog({ share, onClose }: ExtendDialogProps): ReactNode {
  const { t } = useTranslation('shares');
  const [form] = Form.useForm<Values>();
  const visitors = share.own?.visitors ?? null;
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
      initialValues={{
        downloadLimit: limit,
        ...(visitors && {
          visitorTitle: visitors.title ?? '',
          visitorGigabytes: visitors.maxBytes && gigabytesOf(visitors.maxBytes),
          visitorFiles: visitors.maxFiles,
        }),
      }}
      head={
        <p className="soft">
          {t('now', { validity: '' })}
          <ValidityText until={share.expirationTime} isLong />
        </p>
      }
      onSubmit={({ days, downloadLimit, ...rest }) =>
        submit({
          id: share.id,
          ...(days !== undefined && { expirationTime: expiryIn(days, serverClock.now()) }),
          ...(isLimitChanged && { downloadLimit: downloadLimit ?? null }),
          ...(visitors && visitorInput(rest)),
        })
      }
      onClose={onClose}
    >
      <ExpiryField
        hint={t('extendHint')}
        missing={
          isLimitChanged || visitors
            ? null
            : t(share.isDropBox ? 'expiryRequired' : 'extendNothing')
        }
      />
      {visitors && <VisitorFields />}
      {!share.isDropBox && (
        <LimitField
          hint={`${t('usedSoFar', { count: share.own?.downloads ?? 0 })} · ${t('limitHint')}`}
        />
      )}
    </FormDialog>
  );
}
