import type { ReactNode } from 'react';
import styles from './status-tag.module.css';

/** What a colour stands for; the word beside it says it too. */
export type TagState = 'ok' | 'waiting' | 'bad' | 'running' | 'quiet';

/** A state as a word on a tinted ground. */
export function StatusTag({
  state,
  children,
}: {
  state: TagState;
  children: ReactNode;
}): ReactNode {
  return <span className={`${styles['tag']} ${styles[state]}`}>{children}</span>;
}
