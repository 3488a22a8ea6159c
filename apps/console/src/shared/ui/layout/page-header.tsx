import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.js';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title?: ReactNode;
  /** Heads a part of the page, not the page. */
  isPart?: boolean;
  /** Left: what one does here; the page's one primary action first. */
  children?: ReactNode;
  /** Right: searching, sorting, view. */
  extra?: ReactNode;
}

/** The line above a page's content: title, actions, and at the right what narrows the view. */
export function PageHeader({ title, isPart, children, extra }: PageHeaderProps): ReactNode {
  const Heading = isPart ? 'h2' : PageHeading;
  return (
    <div className={styles['header']}>
      {title && <Heading className={styles['title']}>{title}</Heading>}
      {children}
      {extra && <span className={styles['space']} />}
      {extra}
    </div>
  );
}
