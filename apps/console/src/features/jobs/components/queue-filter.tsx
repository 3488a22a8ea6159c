import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { queueList } from '../api/job-queries.js';

interface QueueFilterProps {
  /** Empty: any. */
  value: string;
  onChoose: (queueName: string) => void;
}

/** Narrows the list to the jobs of one queue; nothing where there is one queue alone. */
export function QueueFilter({ value, onChoose }: QueueFilterProps): ReactNode {
  const { t } = useTranslation('jobs');
  const queues = useQuery(queueList());
  const names = new Set([
    ...(queues.data ?? []).map(({ queueName }) => queueName),
    ...(value === '' ? [] : [value]),
  ]);
  return (
    <>
      <FailureNote query={queues} what={t('queuesNotLoaded')} />
      {(names.size > 1 || value !== '') && (
        <Select
          value={value}
          aria-label={t('queue')}
          showSearch
          popupMatchSelectWidth={false}
          style={{ minWidth: 128 }}
          options={[
            { value: '', label: t('allQueues') },
            ...[...names].map((name) => ({ value: name, label: name })),
          ]}
          onChange={onChoose}
        />
      )}
    </>
  );
}
