import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageState } from '../../../shared/ui/state/page-state.js';
import styles from './cards.module.css';

interface WorkbenchCardProps {
  title: string;
  /** Where all of it is. */
  to?: { path: string; label: string };
  children: ReactNode;
}

/** One of the cards above the tiles: a title, the way to all of it, and a few lines. All are equally high, whatever they hold. */
export function WorkbenchCard({ title, to, children }: WorkbenchCardProps): ReactNode {
  const id = useId();
  return (
    <section className={`card ${styles['card']}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {to && <Link to={to.path}>{to.label}</Link>}
      </header>
      <div className={styles['content']}>{children}</div>
    </section>
  );
}

type CardQuery<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isRefetchError' | 'dataUpdatedAt' | 'refetch'
>;

interface CardStateProps<Data> {
  query: CardQuery<Data>;
  children: (data: Data) => ReactNode;
}

/** What a card shows of one call, in its own shape while that is on its way. */
export function CardState<Data>({ query, children }: CardStateProps<Data>): ReactNode {
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
      {children}
    </PageState>
  );
}

interface CardLinesProps<Line> {
  query: CardQuery<readonly Line[]>;
  /** Said where there are none. */
  empty: ReactNode;
  children: (line: Line) => ReactNode;
}

/** The lines of a card. */
export function CardLines<Line>({ query, empty, children }: CardLinesProps<Line>): ReactNode {
  return (
    <CardState query={query}>
      {(lines) =>
        lines.length === 0 ? (
          <div className={styles['none']}>{empty}</div>
        ) : (
          <ul className={styles['lines']}>{lines.map(children)}</ul>
        )
      }
    </CardState>
  );
}
