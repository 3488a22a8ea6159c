import type { ReactNode } from 'react';
import styles from './row-actions.module.css';

/** What can be done to the thing of a row: links and small buttons, in a row of their own in a card. */
export const RowActions = ({ children }: { children: ReactNode }): ReactNode => (
  <span className={styles['actions']}>{children}</span>
);
