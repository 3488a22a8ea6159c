import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './states.module.css';

interface EmptyStateProps {
  title: string;
  hint?: string;
  icon?: ReactNode;
  /** The first step, as a button. */
  action?: ReactNode;
}

/** Says what belongs here and offers the first step. */
export function EmptyState({ title, hint, icon, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles['state']}>
      <span className={styles['icon']} aria-hidden>
        {icon ?? <InboxOutlined />}
      </span>
      <p className={styles['title']}>{title}</p>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
