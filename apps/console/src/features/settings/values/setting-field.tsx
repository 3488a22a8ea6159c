import type { SettingRow } from '@clusterdesk/contracts';
import { Input, InputNumber, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingValueText } from '../../../shared/lib/format/setting-value-text.js';
import type { FieldValue } from './field-values.js';
import { SecretField } from './secret-field.js';
import styles from './values.module.css';

interface SettingFieldProps {
  row: SettingRow;
  /** The id of the element that names it. */
  nameId: string;
  /** Given by the form, as are `value` and `onChange`. */
  id?: string;
  value?: FieldValue;
  onChange?: (value: FieldValue) => void;
}

/** Those that the browser knows, and the one that holds. */
const zones = ({ isValid, value }: SettingRow): { value: string }[] =>
  [
    ...new Set([...(isValid ? [String(value)] : []), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
  ].map((zone) => ({ value: zone }));

/** The control of a setting by its kind; disabled where the environment decides. */
export function SettingField(props: SettingFieldProps): ReactNode {
  const { row, value, onChange } = props;
  const { t } = useTranslation(['settingValues', 'common']);
  const disabled = row.fixedBy !== null;
  const common = { ...(props.id === undefined ? {} : { id: props.id }), disabled };
  switch (row.kind) {
    case 'secret':
      return <SecretField {...props} isSet={row.isSet} isDisabled={disabled} />;
    case 'boolean':
      return <Switch {...common} checked={value === true} onChange={(isOn) => onChange?.(isOn)} />;
    case 'choice':
      return (
        <Select
          {...common}
          className={styles['control'] ?? ''}
          value={value}
          options={row.choices.map((choice) => ({
            value: choice,
            label: settingValueText(t, row, choice),
          }))}
          onChange={(choice: FieldValue) => onChange?.(choice)}
        />
      );
    case 'timeZone':
      return (
        <Select
          {...common}
          className={styles['control'] ?? ''}
          showSearch
          value={value}
          options={zones(row)}
          onChange={(zone: FieldValue) => onChange?.(zone)}
        />
      );
    case 'text':
      return (
        <Input
          {...common}
          className={styles['control'] ?? ''}
          value={String(value ?? '')}
          maxLength={2_000}
          placeholder={row.isOptional ? t('nothing') : ''}
          autoComplete="off"
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
    default:
      return (
        <InputNumber<number>
          {...common}
          className={styles['number'] ?? ''}
          value={typeof value === 'number' ? value : null}
          placeholder={row.isOptional ? t('nothing') : ''}
          {...(row.kind === 'bytes' ? { precision: 2 } : {})}
          {...(row.kind === 'integer'
            ? {}
            : { suffix: row.kind === 'percent' ? '%' : t(`unit_${row.kind}`) })}
          onChange={(number) => onChange?.(number)}
        />
      );
  }
}
