import type { ComputeNode } from '@clusterdesk/contracts';
import { Checkbox, InputNumber, Slider } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../../shared/ui/text/status-tag.js';
import { maxHostCpus, type ChosenHost } from '../queue-values.js';
import styles from './hosts.module.css';

/** A node that can be chosen, or that was. */
export interface HostOption {
  id: string;
  name: string;
  /** Null: it is listed no longer. */
  node: ComputeNode | null;
}

interface HostRowProps {
  host: HostOption;
  /** Undefined: not chosen. */
  chosen: ChosenHost | undefined;
  onToggle: () => void;
  onCpus: (cpus: number | null) => void;
}

/** One node: whether the queue uses it, and of a chosen one how many CPUs, by slider or number. */
export function HostRow({ host, chosen, onToggle, onCpus }: HostRowProps): ReactNode {
  const { t } = useTranslation('queues');
  const { name, node } = host;
  const most = node?.cpus ?? null;
  const label = t('cpusOf', { name });
  return (
    <li className={styles['row']}>
      <Checkbox className={styles['host'] ?? ''} checked={chosen !== undefined} onChange={onToggle}>
        <span className={styles['name']} title={name}>
          {name}
        </span>
        {node && <small>{node.lanIp}</small>}
        {node?.online === false && <StatusTag state="bad">{t('nodeOffline')}</StatusTag>}
      </Checkbox>
      {chosen ? (
        <div className={styles['cpus']}>
          {most !== null && most > 1 && (
            <Slider
              className={styles['slider'] ?? ''}
              min={1}
              max={most}
              value={chosen.cpus ?? 1}
              onChange={onCpus}
              ariaLabelForHandle={label}
            />
          )}
          <InputNumber
            className={styles['number'] ?? ''}
            aria-label={label}
            min={1}
            max={most ?? maxHostCpus}
            precision={0}
            value={chosen.cpus}
            onChange={onCpus}
          />
          <span className={styles['total']}>
            {most === null ? t('cpusUnknown') : t('ofCpus', { count: most })}
          </span>
        </div>
      ) : (
        most !== null && <span className={styles['has']}>{t('cores', { count: most })}</span>
      )}
    </li>
  );
}
