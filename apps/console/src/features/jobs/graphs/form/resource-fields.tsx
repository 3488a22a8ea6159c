import { limits } from '@clusterdesk/contracts';
import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { optionalSchemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { jobRules } from '../../form/job-form-values.js';
import styles from '../graphs.module.css';

/** CPUs, memory and time limit of a step; each may stay empty. @param at its place in a list of steps; absent: the form is about one */
export function ResourceFields({ at }: { at?: number }): ReactNode {
  const { t } = useTranslation(['graphs', 'jobs']);
  const fields = [
    { name: 'cpus', label: t('jobs:cpus'), rule: optionalSchemaRule(jobRules.cpus) },
    {
      name: 'memoryMb',
      label: t('jobs:memoryMb'),
      rule: optionalSchemaRule(jobRules.memoryMb, {
        wrong: t('jobs:memoryRule', { count: limits.jobMaxMemoryMb }),
      }),
    },
    {
      name: 'maxMinutes',
      label: t('jobs:maxMinutes'),
      rule: optionalSchemaRule(jobRules.maxMinutes, {
        wrong: t('jobs:maxMinutesRule', { count: limits.jobMaxMinutes }),
      }),
    },
  ];
  return (
    <div className={styles['fields']}>
      {fields.map(({ name, label, rule }) => (
        <Form.Item
          key={name}
          name={at === undefined ? name : [at, name]}
          label={label}
          tooltip={t('asLines')}
          rules={[rule]}
        >
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      ))}
    </div>
  );
}
