import type { SettingRow } from '@clusterdesk/contracts';
import { Alert, Button, Form, type FormInstance } from 'antd';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingValueText } from '../../../shared/lib/format/setting-value-text.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { toField, type FieldValues } from './field-values.js';
import { SettingField } from './setting-field.js';
import { ruleOf } from './setting-rule.js';
import { rangeText } from './setting-texts.js';
import styles from './values.module.css';

/** Who changed a setting last, and when; nothing where nobody did. */
function LastChange({ row: { changedBy, changedTime } }: { row: SettingRow }): ReactNode {
  const { t } = useTranslation('settingValues');
  return (
    changedTime !== null && (
      <span className="soft small">
        {changedBy === null ? t('changed') : t('changedBy', { name: changedBy })}
        {' · '}
        <RelativeTime time={changedTime} />
      </span>
    )
  );
}

/** That the database holds a value which is not allowed, which one, and what counts meanwhile. */
function BrokenValue({ row }: { row: SettingRow }): ReactNode {
  const { t } = useTranslation(['settingValues', 'common']);
  const value = row.value === null ? t('nothing') : String(row.value).slice(0, shownLength);
  return (
    <Alert
      type="warning"
      showIcon
      title={
        row.kind === 'secret'
          ? t('brokenSecret')
          : t('brokenValue', { value, byDefault: settingValueText(t, row, row.default) })
      }
      className={styles['broken'] ?? ''}
    />
  );
}

/** So many characters tell what somebody wrote into the database. */
const shownLength = 60;

/**
 * One setting: what it is called and means, its field with range and default, and who changed it when. Typing in one draws no
 * other.
 */
export const SettingRowView = memo(function SettingRowView({
  row,
  partner,
  form,
  isDefault,
}: {
  row: SettingRow;
  /** The setting that bounds it, or is bound by it. */
  partner: SettingRow | undefined;
  form: FormInstance<FieldValues>;
  /** Whether the field holds the default. */
  isDefault: boolean;
}): ReactNode {
  const { t } = useTranslation(['settingValues', 'common']);
  const nameId = `name-of-${row.key}`;
  const range = rangeText(t, row);
  const takeDefault = (): void =>
    form.setFields([
      { name: row.key, value: toField(row, row.default), touched: true, errors: [] },
    ]);
  return (
    <div className={styles['row']}>
      <div className={styles['what']}>
        <label id={nameId} htmlFor={row.key} className={styles['name']}>
          {t(`name_${row.key}`)}
        </label>
        {row.fixedBy !== null && (
          <StatusTag state="quiet">{t('fixedBy', { variable: row.fixedBy })}</StatusTag>
        )}
        {row.isAwaitingRestart ? (
          <StatusTag state="waiting">{t('awaitingRestart')}</StatusTag>
        ) : (
          row.needsRestart && <StatusTag state="quiet">{t('needsRestart')}</StatusTag>
        )}
        <p className={styles['meaning']}>{t(`meaning_${row.key}`)}</p>
        <LastChange row={row} />
      </div>
      <div>
        {!row.isValid && <BrokenValue row={row} />}
        <Form.Item
          name={row.key}
          rules={[ruleOf(t, row, partner, () => form.getFieldsValue())]}
          dependencies={partner ? [partner.key] : []}
          className={styles['field'] ?? ''}
        >
          <SettingField row={row} nameId={nameId} />
        </Form.Item>
        {row.kind !== 'secret' && (
          <p className={styles['bounds']}>
            <span>{t('default', { value: settingValueText(t, row, row.default) })}</span>
            {range !== null && <span>{range}</span>}
            {row.fixedBy === null && !isDefault && (
              <Button type="link" size="small" aria-describedby={nameId} onClick={takeDefault}>
                {t('useDefault')}
              </Button>
            )}
          </p>
        )}
      </div>
    </div>
  );
});
