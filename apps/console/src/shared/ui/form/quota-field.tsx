import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';

interface QuotaFieldProps {
  label: string;
  hint: string;
  /** What an empty field means. */
  none: string;
}

/** A quota in gigabytes; empty: none. Its name in the form is `quota`. */
export const QuotaField = ({ label, hint, none }: QuotaFieldProps): ReactNode => (
  <Form.Item name="quota" label={label} extra={hint}>
    <InputNumber
      autoFocus
      min={0}
      max={8_000_000}
      precision={2}
      style={{ width: '100%' }}
      placeholder={none}
    />
  </Form.Item>
);
