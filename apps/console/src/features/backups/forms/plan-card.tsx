import { endpoints, type BackupPlan, type BackupPlanView } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, InputNumber, Switch } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../../shared/i18n/i18n.js';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { backupPlan } from '../api/backup-queries.js';
import styles from '../backups.module.css';

const { savePlan, plan: planCall } = endpoints.backupStores;
const rules = savePlan.input.shape;
const days = [1, 2, 3, 4, 5, 6, 0];

/** The name of a day of the week; 0 is Sunday. */
const dayName = (day: number): string =>
  // The first day of 2023 was a Sunday.
  new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 1 + day),
  );

/** When backups are taken by themselves, and a form to change it. */
export function PlanCard(): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  const query = useQuery(backupPlan());
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`card ${styles['card']}`} aria-label={t('plan')}>
      <h2 className={styles['heading']}>{t('plan')}</h2>
      <PageState query={query} isInCard>
        {(plan) => (
          <>
            {plan.isOn ? (
              <DetailList
                details={[
                  { label: t('nextTime'), value: <TimeText time={plan.nextTime} /> },
                  {
                    label: t('planned'),
                    value: t('plannedAt', {
                      time: plan.time,
                      days:
                        plan.weekdays.length === days.length
                          ? t('everyDay')
                          : formatList(
                              days.filter((day) => plan.weekdays.includes(day)).map(dayName),
                            ),
                      zone: plan.timeZone,
                    }),
                  },
                  { label: t('files'), value: t(plan.withFiles ? 'withFiles' : 'withoutFiles') },
                  { label: t('kept'), value: t('keptDays', { count: plan.keepDays }) },
                  { label: t('alwaysKept'), value: t('keptLeast', { count: plan.keepAtLeast }) },
                ]}
              />
            ) : (
              <p className={styles['soft']}>{t('planOff')}</p>
            )}
            <div className={styles['buttons']}>
              <Button onClick={() => setOpen(true)}>{t('changePlan')}</Button>
            </div>
          </>
        )}
      </PageState>
      {isOpen && <PlanForm onClose={() => setOpen(false)} />}
    </section>
  );
}

function PlanForm({ onClose }: { onClose: () => void }): ReactNode {
  const { data } = useFormSource(backupPlan());
  return data ? <PlanDialog source={mapSource(data, valuesOf)} onClose={onClose} /> : null;
}

const valuesOf = ({ nextTime: _next, timeZone: _zone, ...plan }: BackupPlanView): BackupPlan =>
  plan;

function PlanDialog({
  source,
  onClose,
}: {
  source: FormSource<BackupPlan>;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  const [form] = Form.useForm<BackupPlan>();
  const saving = useAction(savePlan, { invalidates: [planCall], done: t('common:saved') });
  return (
    <FormDialog<BackupPlan, unknown>
      form={form}
      title={t('plan')}
      source={source}
      onSubmit={(_, changed) => saving.submit(changed)}
      onClose={onClose}
    >
      <Form.Item name="isOn" label={t('planIsOn')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        name="time"
        label={t('planTime')}
        rules={[schemaRule(rules.time, { wrong: t('timeRule') })]}
      >
        <Input type="time" style={{ width: 140 }} />
      </Form.Item>
      <Form.Item
        name="weekdays"
        label={t('planDays')}
        rules={[schemaRule(rules.weekdays, { empty: t('daysRule') })]}
      >
        <Checkbox.Group options={days.map((day) => ({ value: day, label: dayName(day) }))} />
      </Form.Item>
      <Form.Item
        name="withFiles"
        label={t('files')}
        valuePropName="checked"
        extra={t('withFilesHint')}
      >
        <Checkbox>{t('withFilesToo')}</Checkbox>
      </Form.Item>
      <FieldPair>
        <Form.Item name="keepDays" label={t('keepDays')} rules={[schemaRule(rules.keepDays)]}>
          <InputNumber min={1} max={3_650} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="keepAtLeast"
          label={t('keepAtLeast')}
          rules={[schemaRule(rules.keepAtLeast)]}
        >
          <InputNumber min={1} max={1_000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </FieldPair>
    </FormDialog>
  );
}
