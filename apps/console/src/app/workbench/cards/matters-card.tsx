import {
  AuditOutlined,
  ClockCircleOutlined,
  DesktopOutlined,
  HddOutlined,
  InboxOutlined,
} from '@ant-design/icons';
import type { WorkbenchFigures } from '@clusterdesk/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mattersOf, type Matter } from './matters.js';
import { CardState, WorkbenchCard } from './workbench-card.js';
import styles from './cards.module.css';

const icons: Record<Matter['kind'], ReactNode> = {
  awaitingMe: <AuditOutlined />,
  approvalsEnding: <ClockCircleOutlined />,
  newShares: <InboxOutlined />,
  quotaNear: <HddOutlined />,
  hostsTroubled: <DesktopOutlined />,
};

/** What waits for the user; each line leads to where it is dealt with. */
export function MattersCard({ query }: { query: UseQueryResult<WorkbenchFigures> }): ReactNode {
  const { t } = useTranslation('workbench');
  return (
    <WorkbenchCard title={t('matters')}>
      <CardState query={query}>
        {(facts) => {
          const matters = mattersOf(facts);
          return matters.length === 0 ? (
            <p className={styles['none']}>{t('noMatters')}</p>
          ) : (
            <ul className={styles['lines']}>
              {matters.map(({ kind, count, isPressing, to }) => (
                <li key={kind}>
                  <Link
                    className={styles['matter']}
                    to={to}
                    data-pressing={isPressing || undefined}
                  >
                    {icons[kind]}
                    {t(`matter_${kind}`, { count })}
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </CardState>
    </WorkbenchCard>
  );
}
