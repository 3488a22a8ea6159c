import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/api-error.js';
import { ErrorState } from './error-state.js';
import { FailureNote } from './failure-note.js';
import styles from './states.module.css';

interface PageStateProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>;
  /** Shown where the server says that it is not there for the viewer, or not any more; absent: the server's sentence. */
  gone?: ReactNode | ((error: unknown) => ReactNode);
  /** The shape of what is loading, with its own frame; absent: a few lines. */
  skeleton?: ReactNode;
  /** Above what is shown in place of the data: where the page belongs. */
  head?: ReactNode;
  /** True within a card: what is shown in place of the data has none of its own. */
  isInCard?: boolean;
  children: (data: Data) => ReactNode;
}

/**
 * What a page or a card shows of one call: its shape while it loads, why it cannot be shown with a way to try again, that it is
 * gone, or the data; above data that could not be brought up to date one line says since when.
 */
export function PageState<Data>({
  query,
  gone,
  skeleton,
  head,
  isInCard,
  children,
}: PageStateProps<Data>): ReactNode {
  const { t } = useTranslation('common');
  const { data, error } = query;
  const refused = error !== null && isRefusal(error);
  if (data !== undefined && !refused) {
    return (
      <>
        <FailureNote query={query} />
        {children(data)}
      </>
    );
  }
  const inPlace = (state: ReactNode): ReactNode => (
    <>
      {head}
      {isInCard ? state : <div className={`card ${styles['inPlace']}`}>{state}</div>}
    </>
  );
  if (error === null) {
    return skeleton === undefined ? (
      inPlace(
        <div role="status" aria-label={t('loading')}>
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        </div>,
      )
    ) : (
      <>
        {head}
        {skeleton}
      </>
    );
  }
  return inPlace(
    refused && gone !== undefined ? (
      <div role="alert">{typeof gone === 'function' ? gone(error) : gone}</div>
    ) : (
      <ErrorState error={error} onRetry={() => void query.refetch()} />
    ),
  );
}
