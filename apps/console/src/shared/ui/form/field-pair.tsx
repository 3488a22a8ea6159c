import type { ReactNode } from 'react';
import styles from './form-page.module.css';

/** Two fields side by side where there is room, else one below the other. */
export const FieldPair = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles['pair']}>{children}</div>
);
