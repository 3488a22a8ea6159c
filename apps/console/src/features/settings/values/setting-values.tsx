import {
  endpoints,
  settingGroupNames,
  type SettingGroup,
  type SettingRow,
} from '@clusterdesk/contracts';
import { Alert, Button, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { isSameValue } from '../../../shared/ui/form/source/form-changes.js';
import { TheirValues } from '../../../shared/ui/form/source/their-values.js';
import { useFormChanges } from '../../../shared/ui/form/source/use-form-changes.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { useSubmit } from '../../../shared/ui/form/use-submit.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { settingList } from '../api/setting-queries.js';
import { useWatchSettings } from '../setting-live.js';
import { changesOf, toField, valuesOf, type FieldValues } from './field-values.js';
import { MessageTest } from './message-test.js';
import { SettingRowView } from './setting-row.js';
import { partnerOf } from './setting-rule.js';
import styles from './values.module.css';

interface GroupProps {
  group: SettingGroup;
  rows: readonly SettingRow[];
  form: FormInstance<FieldValues>;
  values: FieldValues;
}

function Group({ group, rows, form, values }: GroupProps): ReactNode {
  const { t } = useTranslation('settingValues');
  const title = t(`group_${group}`);
  return (
    <section className={`card ${styles['group']}`} aria-label={title}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        {(group === 'mail' || group === 'sms') && <MessageTest kind={group} />}
      </div>
      {rows.map((row) => (
        <SettingRowView
          key={row.key}
          row={row}
          partner={partnerOf(row, rows)}
          form={form}
          isDefault={isSameValue(values[row.key], toField(row, row.default))}
        />
      ))}
    </section>
  );
}

function ValuesForm({ source }: { source: FormSource<SettingRow[]> }): ReactNode {
  const { t } = useTranslation(['settingValues', 'common']);
  const [form] = Form.useForm<FieldValues>();
  const rows = source.now;
  const first = mapSource(source, valuesOf);
  const values = Form.useWatch([], form) ?? first.first;
  const changes = useFormChanges<FieldValues>(form, first);
  const { isDirty, markSaved, changedIn } = changes;
  useUnsavedWork(isDirty);
  const saving = useAction(endpoints.settings.save, {
    invalidates: [endpoints.settings.list, endpoints.operations.info],
    done: t('common:saved'),
  });
  const { submit, isBusy, problem } = useSubmit<FieldValues>(form, async (filled) => {
    const changed = changedIn(filled);
    if (Object.keys(changed).length > 0) {
      await saving.submit({ changes: changesOf(rows, changed) });
      const secrets = rows.filter(({ kind }) => kind === 'secret');
      form.setFieldsValue(Object.fromEntries(secrets.map(({ key }) => [key, undefined])));
      markSaved();
    }
  });
  const count = Object.keys(changedIn(values)).length;
  const discard = (): void =>
    form.setFields(
      rows.map((row) => ({
        name: row.key,
        value: toField(row, row.value),
        touched: false,
        errors: [],
      })),
    );
  return (
    <Form<FieldValues>
      form={form}
      layout="vertical"
      initialValues={first.first}
      validateTrigger={['onBlur', 'onChange']}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={(filled) => void submit(filled)}
      onFieldsChange={changes.keepNotes}
      aria-busy={isBusy}
    >
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
      {changes.takeTheirs && <TheirValues onTake={changes.takeTheirs} />}
      {settingGroupNames.map((group) => (
        <Group
          key={group}
          group={group}
          rows={rows.filter((row) => row.group === group)}
          form={form}
          values={values}
        />
      ))}
      <div className={`card ${styles['actions']}`}>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={count === 0}>
          {t('common:save')}
        </Button>
        <Button disabled={count === 0} onClick={discard}>
          {t('common:discard')}
        </Button>
        <span className="soft" role="status">
          {count === 0 ? t('noChanges') : t('changes', { count })}
        </span>
      </div>
    </Form>
  );
}

/** Every setting with its meaning, range, default, and who changed it when. Saving sends what was changed. */
export function SettingValues(): ReactNode {
  const query = useFormSource(settingList());
  useWatchSettings();
  return <PageState query={query}>{(source) => <ValuesForm source={source} />}</PageState>;
}
