import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The quota of one user or of several, in gigabytes; empty: none. Its name in the form is `quota`. */
export function QuotaField(): ReactNode {
  const { t } = useTranslation('users');
  return (
    <Form.Item name="quota" label={t('quotaField')} extra={t('quotaHint')}>
      <InputNumber
        autoFocus
        min={0}
        max={8_000_000}
        precision={2}
        style={{ width: '100%' }}
        placeholder={t('noQuota')}
      />
    </Form.Item>
  );
}
