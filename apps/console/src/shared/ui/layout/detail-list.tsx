import type { ReactNode } from 'react';
import styles from './detail-list.module.css';

/** One detail of a thing; `action` stands at the end of its line. */
export interface Detail {
  /** Absent: the label, which is a text of its own then. */
  key?: string;
  label: ReactNode;
  value: ReactNode;
  action?: ReactNode;
}

/** What holds nothing is left out: `end && { … }`. */
export type Details = readonly (Detail | false | null | undefined | '')[];

interface DetailListProps {
  details: Details;
  /** Each value below its label, for where there is little width. */
  isStacked?: boolean;
}

/** The details of one thing, line by line: what it is called, its value, what can be done to it. */
export function DetailList({ details, isStacked }: DetailListProps): ReactNode {
  return (
    <dl className={`${styles['list']} ${isStacked ? styles['stacked'] : ''}`}>
      {details.map(
        (detail) =>
          detail && (
            <div
              key={detail.key ?? String(detail.label)}
              className={`${styles['line']} ${detail.action ? styles['acts'] : ''}`}
            >
              <dt>{detail.label}</dt>
              <dd className={detail.action ? styles['withAction'] : undefined}>
                <span>{detail.value}</span>
                {detail.action}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
