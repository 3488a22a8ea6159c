import { Button, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DatePicker } from '../../../shared/ui/form/date-picker.js';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { formatDateTime } from '../../../shared/lib/time/format-time.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { isReversed } from './validity.js';
import styles from './users.module.css';

interface ValidityFieldsProps {
  startName: string;
  endName: string;
  /** True: a first and a last day have to be chosen, or that there is no last one (field `noExpiry`). */
  isRequired?: boolean;
}

const presetYears = [1, 3] as const;

/** Today where the platform is. */
const today = (): Dayjs => dayjs(formatDateTime(serverClock.now()).slice(0, 10));

/** The first and the last day of an account, with the usual periods; the last may not come before the first. */
export function ValidityFields({ startName, endName, isRequired }: ValidityFieldsProps): ReactNode {
  const { t } = useTranslation('users');
  const form = Form.useFormInstance<Record<string, Dayjs | boolean | null | undefined>>();
  const dayIn = (name: string): Dayjs | null => {
    const value: unknown = form.getFieldValue(name);
    return dayjs.isDayjs(value) ? value : null;
  };
  const hasNoExpiry = Form.useWatch('noExpiry', form) === true;
  const choose = (end: Dayjs | null): void => {
    form.setFields([
      { name: endName, value: end, errors: [], touched: true },
      ...(isRequired ? [{ name: 'noExpiry', value: end === null }] : []),
    ]);
  };
  /** From the first day on, unless that has passed. */
  const inYears = (years: number): Dayjs => {
    const start = dayIn(startName);
    const now = today();
    return (start?.isAfter(now) ? start : now).add(years, 'year');
  };
  return (
    <FieldPair>
      <Form.Item
        name={startName}
        label={t('startDate')}
        extra={isRequired ? undefined : t('startHint')}
        rules={[{ required: isRequired ?? false, message: t('startRequired') }]}
      >
        <DatePicker style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name={endName}
        label={t('endDate')}
        extra={
          <span className={styles['presets']}>
            {presetYears.map((count) => (
              <Button key={count} size="small" onClick={() => choose(inYears(count))}>
                {t('inYears', { count })}
              </Button>
            ))}
            <Button
              size="small"
              aria-pressed={isRequired ? hasNoExpiry : undefined}
              onClick={() => choose(null)}
            >
              {t('unlimited')}
            </Button>
          </span>
        }
        dependencies={[startName]}
        rules={[
          { required: (isRequired ?? false) && !hasNoExpiry, message: t('endRequired') },
          {
            validator: async () => {
              if (isReversed({ start: dayIn(startName), end: dayIn(endName) })) {
                throw new Error(t('endBeforeStart'));
              }
            },
          },
        ]}
      >
        <DatePicker
          style={{ width: '100%' }}
          placeholder={!isRequired || hasNoExpiry ? t('unlimited') : t('endRequired')}
          onChange={() => isRequired && form.setFieldValue('noExpiry', false)}
        />
      </Form.Item>
      {isRequired && <Form.Item name="noExpiry" hidden noStyle />}
    </FieldPair>
  );
}
