import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './form-page.module.css';

/** Leads from a detail page to the page it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }): ReactNode => (
  <Link to={to} className={styles['back']}>
    <ArrowLeftOutlined /> {children}
  </Link>
);
