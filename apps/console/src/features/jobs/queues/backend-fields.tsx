import {
  limits,
  queueBackends,
  type QueueBackend,
  type SlurmPartitionState,
} from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { slurmCluster } from './queue-choices.js';
import styles from './queues.module.css';

/** The partitions that jobs of a queue of Slurm may run in, with their states; those that are chosen stay though Slurm is away. */
function PartitionField({ partitions }: { partitions: readonly SlurmPartitionState[] }): ReactNode {
  const { t } = useTranslation('queues');
  const factsOf = (name: string): string => {
    const partition = partitions.find((known) => known.name === name);
    return partition
      ? t(partition.isDefault ? 'partitionDefaultFacts' : 'partitionFacts', {
          state: partition.state,
          idle: partition.cpus.idle,
          total: partition.cpus.total,
        })
      : '';
  };
  return (
    <Form.Item
      name="partitions"
      label={t('partitions')}
      extra={t('partitionsHint')}
      rules={[
        {
          type: 'array',
          max: limits.queueMaxPartitions,
          message: t('partitionsTooMany', { count: limits.queueMaxPartitions }),
        },
      ]}
    >
      <Select
        mode="multiple"
        allowClear
        placeholder={t('choosePartitions')}
        notFoundContent={t('noPartitionMatch')}
        options={partitions.map(({ name }) => ({ value: name, label: name }))}
        optionRender={({ value }) => (
          <>
            {value} <span className={styles['soft']}>{factsOf(String(value))}</span>
          </>
        )}
      />
    </Form.Item>
  );
}

/**
 * What runs the jobs of a queue, and where in Slurm. Slurm can be chosen where it answers; a queue that has it keeps it.
 * @param now what runs them at present
 */
export function BackendFields({
  now,
  isSlurm,
}: {
  now: QueueBackend;
  /** Whether Slurm is chosen in the form. */
  isSlurm: boolean;
}): ReactNode {
  const { t } = useTranslation('queues');
  const slurm = useQuery(slurmCluster());
  const isOffered = (backend: QueueBackend): boolean =>
    backend === 'agent' || backend === now || slurm.data?.reason === '';
  return (
    <>
      <Form.Item name="backend" label={t('backend')} required>
        <Radio.Group className={styles['choices'] ?? ''}>
          {queueBackends.map((backend) => (
            <Radio key={backend} value={backend} disabled={!isOffered(backend)}>
              {t(`backend_${backend}`)}
              {backend === 'slurm' && slurm.data?.reason && <small>{slurm.data.reason}</small>}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <FailureNote query={slurm} what={t('slurmNotLoaded')} />
      {isSlurm && <PartitionField partitions={slurm.data?.partitions ?? []} />}
    </>
  );
}
