import type { ReactNode } from 'react';
import styles from './components-page.module.css';

/** A component by its name, as it looks. */
export function Specimen({ of, children }: { of: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles['specimen']} aria-label={of}>
      <h3>{of}</h3>
      {children}
    </section>
  );
}

/** Specimens side by side, as many as fit. */
export const Row = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles['row']}>{children}</div>
);

/** A place of a fixed height, for what fills its parent. */
export const Frame = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles['frame']}>{children}</div>
);
