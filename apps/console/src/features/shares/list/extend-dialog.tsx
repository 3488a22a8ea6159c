import { endpoints, type ShareRow } from '@clusterdesk/contracts';
import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { gigabytesOf } from '../../../shared/lib/format/gigabytes.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { queriesOfOwnShares } from '../api/share-queries.js';
import { ExpiryField, LimitField } from '../components/link-fields.js';
import { VisitorFields } from '../components/visitor-fields.js';
import { visitorInput, type VisitorValues } from '../setup/share-values.js';
import { ValidityText } from '../components/validity-text.js';
import { expiryIn, shareName } from '../share-link.js';

interface Values extends VisitorValues {
  days?: number;
  downloadLimit?: number | null;
}

/** What the fields about visitors begin with. */
const visitorValues = ({ own }: ShareRow): Required<VisitorValues> | null =>
  own?.visitors
    ? {
        visitorTitle: own.visitors.title ?? '',
        visitorGigabytes: own.visitors.maxBytes && gigabytesOf(own.visitors.maxBytes),
        visitorFiles: own.visitors.maxFiles,
      }
    : null;

/** Those that were changed: a limit is kept to the byte, which the field of gigabytes does not show. */
const changedOf = (before: Required<VisitorValues>, now: VisitorValues): VisitorValues => ({
  ...(now.visitorTitle !== undefined &&
    now.visitorTitle !== before.visitorTitle && { visitorTitle: now.visitorTitle }),
  ...(now.visitorGigabytes !== undefined &&
    now.visitorGigabytes !== before.visitorGigabytes && { visitorGigabytes: now.visitorGigabytes }),
  ...(now.visitorFiles !== undefined &&
    now.visitorFiles !== before.visitorFiles && { visitorFiles: now.visitorFiles }),
});

interface ExtendDialogProps {
  share: ShareRow;
  onClose: () => void;
}

/** Makes a link good for some time from now on, or for more downloads. What is not changed is not sent. */
export function ExtendDialog({ share, onClose }: ExtendDialogProps): ReactNode {
  const { t } = useTranslation('shares');
  const [form] = Form.useForm<Values>();
  // As it was when the dialog opened: what another window has changed since is not put back.
  const [before] = useState(() => visitorValues(share));
  const limit = share.own?.downloadLimit ?? null;
  const { submit } = useAction(endpoints.shares.edit, {
    invalidates: queriesOfOwnShares,
    done: t('changed'),
  });
  const values = Form.useWatch<Values | undefined>([], form);
  const newLimit = values?.downloadLimit;
  const isLimitChanged = newLimit !== undefined && newLimit !== limit;
  const changedInput = (now: VisitorValues) => visitorInput(before ? changedOf(before, now) : {});
  const isChanged = isLimitChanged || Object.keys(changedInput(values ?? {})).length > 0;
  const missing = before
    ? 'extendNothingVisitors'
    : share.isDropBox
      ? 'expiryRequired'
      : 'extendNothing';
  return (
    <FormDialog<Values, unknown>
      form={form}
      title={t('extendTitle', { name: nameInSentence(shareName(share)) })}
      okText={t('extend')}
      mainField="days"
      initialValues={{ downloadLimit: limit, ...before }}
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
          ...changedInput(rest),
        })
      }
      onClose={onClose}
    >
      <ExpiryField hint={t('extendHint')} missing={isChanged ? null : t(missing)} />
      {before && <VisitorFields />}
      {!share.isDropBox && (
        <LimitField
          hint={`${t('usedSoFar', { count: share.own?.downloads ?? 0 })} · ${t('limitHint')}`}
        />
      )}
    </FormDialog>
  );
}
