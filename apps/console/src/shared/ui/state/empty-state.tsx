import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { PageHeading } from '../layout/page-heading.js';
import styles from './states.module.css';

export interface EmptyStateProps {
  title: string;
  /** It is all there is of the page: `title` is the page's heading. */
  isPage?: boolean;
  hint?: string;
  icon?: ReactNode;
  /** The first step, as a button. */
  action?: ReactNode;
}

/** Says what belongs here and offers the first step. */
export function EmptyState({ title, isPage, hint, icon, action }: EmptyStateProps): ReactNode {
  const Title = isPage ? PageHeading : 'p';
  return (
    <div className={styles['state']} data-stands-in>
      <span className={styles['icon']} aria-hidden>
        {icon ?? <InboxOutlined />}
      </span>
      <Title className={styles['title']}>{title}</Title>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
