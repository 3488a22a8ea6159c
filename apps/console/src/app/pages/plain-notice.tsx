import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ReactNode } from 'react';
import { PlainIcon } from '../../shared/ui/layout/plain-icon.js';
import styles from './plain-notice.module.css';

interface PlainNoticeProps {
  icon: IconDefinition;
  title: string;
  hint: string;
  /** What one can do, as plain buttons. */
  children: ReactNode;
}

/** Stands in a page's place when it cannot be drawn. Part of the first code that comes, so it does without antd. */
export const PlainNotice = ({ icon, title, hint, children }: PlainNoticeProps): ReactNode => (
  <div className={styles['notice']} role="alert">
    <span className={styles['icon']}>
      <PlainIcon of={icon} />
    </span>
    <p className={styles['title']}>{title}</p>
    <p className="soft">{hint}</p>
    <div className={styles['actions']}>{children}</div>
  </div>
);
