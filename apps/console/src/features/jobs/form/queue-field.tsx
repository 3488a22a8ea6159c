import type { QueueOption } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Select } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queueList, queueLoads } from '../api/job-queries.js';
import { QueueLoadText, takesJobs } from '../components/queue-load-text.js';
import { useWatchQueues } from '../job-live.js';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { jobRules, notTyped, type JobFormValues } from './job-form-values.js';
import styles from './job-form.module.css';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

/** Which queue the job goes to; the only one there is needs no choosing. */
export function QueueField(): ReactNode {
  const { t } = useTranslation('jobs');
  const form = Form.useFormInstance<Partial<JobFormValues>>();
  const chosen = Form.useWatch('queueName', form);
  const queueQuery = useQuery(queueList());
  const queues = queueQuery.data;
  const queue = queues?.find(({ queueName }) => queueName === chosen);
  const loads = useQuery(queueLoads());
  const load = loads.data?.find(({ queueName }) => queueName === chosen);
  useWatchQueues();
  const spaceId = Form.useWatch('spaceId', form);
  const isSealed = Form.useWatch('isSealed', form);
  /** Why a queue takes no jobs where this one works; null: it does. */
  const refusalOf = (option: QueueOption | undefined): string | null => {
    if (
      !option ||
      !spaceId ||
      (option.takesProjectFiles && (option.takesSealedJobs || !isSealed))
    ) {
      return null;
    }
    return option.takesProjectFiles ? t('queueNotSealed') : option.projectFilesReason;
  };
  const refusal = refusalOf(queue);
  // A sealed job has none, whatever its queue gives; what Slurm gives is not known.
  const network =
    queue?.backend === 'agent' ? (spaceId && isSealed ? 'none' : queue.network) : undefined;
  useEffect(() => {
    if (form.getFieldValue('queueName')) {
      void form.validateFields(['queueName']).catch(() => undefined);
    }
  }, [refusal, form]);
  // Slurm's nodes are its own; how many there are now says the load.
  const isAway = queue?.backend === 'agent' && !queue.calculations.some(takesJobs);

  useEffect(() => {
    const only = queues?.length === 1 ? queues[0] : undefined;
    if (only && !form.getFieldValue('queueName')) {
      // Not `setFieldValue`, which counts as typed: nobody is asked about it, and it is no draft.
      form.setFields(notTyped({ queueName: only.queueName }));
    }
  }, [queues, form]);

  if (queues?.length === 0) {
    return (
      <Form.Item label={t('queue')} required>
        <Alert type="warning" title={t('noQueue')} />
      </Form.Item>
    );
  }
  return (
    <Form.Item
      name="queueName"
      label={t('queue')}
      required
      rules={[
        schemaRule(jobRules.queueName, { empty: t('queueRequired') }),
        {
          validator: async (_, value) => {
            const why = refusalOf(queues?.find(({ queueName }) => queueName === value));
            if (why !== null) {
              throw new Error(why);
            }
          },
        },
      ]}
      extra={
        <div className={styles['queueFacts']}>
          <FailureNote query={queueQuery} what={t('queuesNotLoaded')} />
          {queue && (
            <>
              {isAway ? t('queueAway') : load && <QueueLoadText load={load} />}
              <FailureNote query={loads} what={t('loadsNotLoaded')} />
              {network && <div>{t(`networkHint_${network}`)}</div>}
            </>
          )}
        </div>
      }
    >
      <Select
        showSearch
        loading={queueQuery.isPending}
        placeholder={t('queueRequired')}
        optionRender={({ value, data }) => (
          <>
            {value}
            {data.refusal !== null && <div className="soft small">{data.refusal}</div>}
          </>
        )}
        options={(queues ?? []).map((option) => ({
          value: option.queueName,
          label: option.queueName,
          refusal: refusalOf(option),
          disabled: refusalOf(option) !== null,
          title: formatList([
            ...option.calculations.map(({ calculationName }) => calculationName),
            ...option.partitions,
          ]),
        }))}
      />
    </Form.Item>
  );
}
