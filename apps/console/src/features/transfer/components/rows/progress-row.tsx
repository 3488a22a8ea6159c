import type { ReactNode } from 'react';
import { percentOf } from '../../../../shared/lib/format/format.js';
import styles from '../transfer-panel.module.css';

interface ProgressRowProps {
  name: ReactNode;
  /** Right of the name: percent or a state. */
  aside: ReactNode;
  /** How far it is: so much of a whole, or in percent. */
  part?: number;
  whole?: number;
  percent?: number;
  tone?: 'bad' | 'ok' | 'quiet';
  /** Below the bar, left: bytes or what went wrong. */
  note: ReactNode;
  actions?: ReactNode;
  label: string;
}

/** One line of the panel: a name, a bar, what it is at, what one can do. */
export function ProgressRow(props: ProgressRowProps): ReactNode {
  const percent = props.percent ?? percentOf(props.part ?? 0, props.whole ?? 1);
  return (
    <div className={styles['row']}>
      <div className={styles['line']}>
        <span className={styles['name']} title={props.label}>
          {props.name}
        </span>
        <span className={styles['aside']}>{props.aside}</span>
      </div>
      <div
        className={`${styles['bar']} ${props.tone ? styles[props.tone] : ''}`}
        role="progressbar"
        aria-label={props.label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <div className={`${styles['line']} ${props.tone === 'bad' ? styles['wrap'] : ''}`}>
        <span className={`${styles['note']} ${props.tone === 'bad' ? styles['problem'] : ''}`}>
          {props.note}
        </span>
        <span className={styles['actions']}>{props.actions}</span>
      </div>
    </div>
  );
}
