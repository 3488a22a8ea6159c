import type { ReactNode } from 'react';
import styles from './shell.module.css';

/** The frame's own shape while menus are loading. */
export function ShellSkeleton(): ReactNode {
  return (
    <div className={styles['shell']} aria-busy>
      <div className={styles['top']}>
        <i className={styles['block']} style={{ width: 140, height: 24 }} />
        <i className={styles['block']} style={{ width: 240, height: 24 }} />
      </div>
      <div className={styles['main']} />
      <div className={styles['dock']}>
        <i className={styles['block']} style={{ width: 'min(560px, 80%)', height: 36 }} />
      </div>
    </div>
  );
}
