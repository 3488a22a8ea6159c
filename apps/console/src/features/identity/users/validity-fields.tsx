import { Form } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DatePicker } from '../../../shared/ui/form/date-picker.js';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { isReversed } from './validity.js';

interface ValidityFieldsProps {
  startName: string;
  endName: string;
  isRequired?: boolean;
}

/** The first and the last day of an account; the last may not come before the first. */
export function ValidityFields({ startName, endName, isRequired }: ValidityFieldsProps): ReactNode {
  const { t } = useTranslation('users');
  const form = Form.useFormInstance<Record<string, Dayjs | null | undefined>>();
  const extra = isRequired ? undefined : t('validityHint');
  return (
    <FieldPair>
      <Form.Item
        name={startName}
        label={t('startDate')}
        extra={extra}
        rules={[{ required: isRequired ?? false, message: t('startRequired') }]}
      >
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name={endName}
        label={t('endDate')}
        extra={extra}
        dependencies={[startName]}
        rules={[
          { required: isRequired ?? false, message: t('endRequired') },
          {
            validator: async (_, end: Dayjs | null | undefined) => {
              if (isReversed({ start: form.getFieldValue(startName), end })) {
                throw new Error(t('endBeforeStart'));
              }
            },
          },
        ]}
      >
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
    </FieldPair>
  );
}
