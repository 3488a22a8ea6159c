import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageState } from '../../../shared/ui/state/page-state.js';
import styles from '../workbench-page.module.css';

interface WorkbenchCardProps {
  title: string;
  /** Where all of it is. */
  to?: { path: string; label: string };
  children: ReactNode;
}

/** One of the cards below the tiles: a title, the way to all of it, and a few lines. */
export function WorkbenchCard({ title, to, children }: WorkbenchCardProps): ReactNode {
  const id = useId();
  return (
    <section className={`card ${styles['card']}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {to && <Link to={to.path}>{to.label}</Link>}
      </header>
      {children}
    </section>
  );
}

interface CardLinesProps<Line> {
  query: Pick<
    UseQueryResult<readonly Line[]>,
    'data' | 'error' | 'isRefetchError' | 'dataUpdatedAt' | 'refetch'
  >;
  /** Said where there are none. */
  empty: ReactNode;
  children: (line: Line) => ReactNode;
}

/** The lines of a card, in its own shape while they are on their way. */
export function CardLines<Line>({ query, empty, children }: CardLinesProps<Line>): ReactNode {
  const { t } = useTranslation('common');
  return (
    <PageState
      isInCard
      query={query}
      skeleton={
        <ul className={styles['lines']} aria-busy aria-label={t('loading')}>
          {[1, 2, 3].map((line) => (
            <li key={line} className={styles['blank']} />
          ))}
        </ul>
      }
    >
      {(lines) =>
        lines.length === 0 ? (
          <div className={styles['none']}>{empty}</div>
        ) : (
          <ul className={styles['lines']}>{lines.map(children)}</ul>
        )
      }
    </PageState>
  );
}
