import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { isRefusal } from '../../../api/api-error.js';
import { formSource } from '../../../api/query.js';

declare const isFromServer: unique symbol;

/** What an edit form shows of the server. Made by `useFormSource` only: whatever else is in the cache may be out of date. */
export interface FormSource<T> {
  /** What held when the form was opened. */
  readonly first: T;
  /** What holds now, as others have changed it meanwhile. */
  readonly now: T;
  readonly [isFromServer]: true;
}

const sourceOf = <T>(first: T, now: T): FormSource<T> => ({ first, now }) as FormSource<T>;

/** The same as the fields of a form show it. */
export const mapSource = <T, Values>(
  { first, now }: FormSource<T>,
  toValues: (data: T) => Values,
): FormSource<Values> => sourceOf(toValues(first), toValues(now));

type SourceQuery<T> = Pick<
  UseQueryResult<FormSource<T>>,
  'data' | 'error' | 'isRefetchError' | 'dataUpdatedAt' | 'refetch'
>;

/**
 * Asks what a form begins with, anew each time it is opened, and goes on hearing of what others change. For `PageState`; the
 * page watches the topic of what it shows.
 */
export function useFormSource<T>(
  options: Pick<UseQueryOptions<T>, 'queryKey' | 'queryFn' | 'enabled'>,
): SourceQuery<T> {
  const first = useQuery<T>(formSource(options));
  const now = useQuery<T>({ ...options, enabled: first.data !== undefined });
  const isGone = now.error !== null && isRefusal(now.error);
  return {
    data: first.data === undefined ? undefined : sourceOf(first.data, now.data ?? first.data),
    error: isGone ? now.error : first.error,
    isRefetchError: now.isRefetchError,
    dataUpdatedAt: now.dataUpdatedAt,
    refetch: (first.data === undefined ? first : now).refetch as SourceQuery<T>['refetch'],
  };
}
