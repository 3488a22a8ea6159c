import { limits, type JobRow } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { jobsToWaitFor } from '../api/job-queries.js';
import { jobRules } from '../form/job-form-values.js';
import styles from '../form/job-form.module.css';
import { NamedSelect } from '../queues/named-select.js';
import type { Named } from '../queues/queue-values.js';

const asNamed = ({ jobId, scriptName }: JobRow): Named => ({
  id: jobId,
  name: `${scriptName} #${jobId}`,
});

/** Whether the job is an array, and which jobs it starts after. */
export function ChainFields(): ReactNode {
  const { t } = useTranslation('jobs');
  return (
    <div className={styles['row']}>
      <Form.Item
        name="array"
        label={t('array')}
        extra={t('arrayHint', { variable: 'CLUSTERDESK_ARRAY_INDEX' })}
        rules={[schemaRule(jobRules.array)]}
      >
        <Input maxLength={1_000} placeholder="1-100%10" spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="afterJobs"
        label={t('afterJobs')}
        extra={t('afterJobsHint')}
        rules={[
          {
            type: 'array',
            max: limits.jobAfterMax,
            message: t('afterJobsRule', { count: limits.jobAfterMax }),
          },
        ]}
      >
        <NamedSelect
          find={jobsToWaitFor}
          named={asNamed}
          placeholder={t('afterJobsSearch')}
          none={t('noMatch')}
          notLoaded={t('jobsNotLoaded')}
        />
      </Form.Item>
    </div>
  );
}
