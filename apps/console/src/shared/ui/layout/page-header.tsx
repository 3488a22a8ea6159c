import type { ReactNode } from 'react';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title?: ReactNode;
  /** Left: what one does here; the page's one primary action first. */
  children?: ReactNode;
  /** Right: searching, sorting, view. */
  extra?: ReactNode;
}

/** The line above a page's content: title, actions, and at the right what narrows the view. */
export function PageHeader({ title, children, extra }: PageHeaderProps): ReactNode {
  return (
    <div className={styles['header']}>
      {title && <h1 className={styles['title']}>{title}</h1>}
      {children}
      {extra && <span className={styles['space']} />}
      {extra}
    </div>
  );
}
