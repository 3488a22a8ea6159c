import { endpoints, limits } from '@clusterdesk/contracts';
import { Form, InputNumber, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../shared/lib/time/format-time.js';
import { useNow } from '../../../shared/lib/time/ticks.js';
import { optionalSchemaRule } from '../../../shared/ui/form/schema-rule.js';
import { expiryIn, isPermanent } from '../share-link.js';

interface ExpiryFieldProps {
  /** Said when nothing is chosen; null: nothing has to be. */
  missing: string | null;
  /** Marks it as a field that has to be filled in. */
  isRequired?: boolean;
  hint?: string;
}

/** For how long a link is good, counted from now; its name in the form is `days`. */
export function ExpiryField({ missing, isRequired, hint }: ExpiryFieldProps): ReactNode {
  const { t } = useTranslation('shares');
  const days = Form.useWatch<number | undefined>('days');
  const now = useNow('minute');
  const until =
    days === undefined
      ? hint
      : isPermanent(days)
        ? t('goodForever')
        : t('goodUntil', { time: formatDateTime(expiryIn(days, now)).slice(0, 16) });
  return (
    <Form.Item
      name="days"
      label={t('expiry')}
      extra={until}
      required={isRequired ?? false}
      rules={[
        {
          validator: async (_, value?: number) => {
            if (value === undefined && missing !== null) {
              throw new Error(missing);
            }
          },
        },
      ]}
    >
      <Radio.Group
        options={limits.shareDays.map((count) => ({
          value: count,
          label: isPermanent(count) ? t('permanent') : t('days', { count }),
        }))}
      />
    </Form.Item>
  );
}

/** How often a link gives something; empty: any number. Its name in the form is `downloadLimit`. */
export function LimitField({ hint }: { hint?: string }): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <Form.Item
      name="downloadLimit"
      label={t('limit')}
      extra={hint ?? t('limitHint')}
      rules={[optionalSchemaRule(endpoints.shares.edit.input.shape.downloadLimit)]}
    >
      <InputNumber
        min={1}
        max={limits.shareMaxDownloads}
        precision={0}
        placeholder={t('noLimit')}
        style={{ width: '100%' }}
      />
    </Form.Item>
  );
}
