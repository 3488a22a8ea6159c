import {
  CheckCircleFilled,
  CloseCircleFilled,
  QuestionCircleFilled,
  WarningFilled,
} from '@ant-design/icons';
import type { HealthState } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import styles from './health.module.css';

const icons: Readonly<Record<HealthState, typeof WarningFilled>> = {
  ok: CheckCircleFilled,
  unknown: QuestionCircleFilled,
  warning: WarningFilled,
  failed: CloseCircleFilled,
};

/** A shape for each state; the word stands beside it. */
export function HealthIcon({ state }: { state: HealthState }): ReactNode {
  const Icon = icons[state];
  return <Icon className={`${styles['icon']} ${styles[state]}`} aria-hidden />;
}
