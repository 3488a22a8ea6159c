import type { ReactNode } from 'react';
import styles from './detail-list.module.css';

/** One detail of a thing; `action` stands at the end of its line. */
export interface Detail {
  key: string;
  label: ReactNode;
  value: ReactNode;
  action?: ReactNode;
}

/** The details of one thing, line by line: what it is called, its value, what can be done to it. */
export function DetailList({ details }: { details: readonly Detail[] }): ReactNode {
  return (
    <dl className={styles['list']}>
      {details.map(({ key, label, value, action }) => (
        <div key={key} className={`${styles['line']} ${action ? styles['acts'] : ''}`}>
          <dt>{label}</dt>
          <dd className={action ? styles['withAction'] : undefined}>
            <span>{value}</span>
            {action}
          </dd>
        </div>
      ))}
    </dl>
  );
}
