import type { Endpoint, EndpointInput, EndpointResult } from '@clusterdesk/contracts';
import { QueryClient, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { isOnline } from '../lib/connection/network.js';
import { call } from './call.js';

/** Only what may heal by itself is tried again: no answer, or a part that is away. */
const mayHeal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 0 || error.code === 503);

/** The one cache of what the server said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a network a page says so at once; the live connection asks again when it is back.
      networkMode: 'always',
      retry: (count, error) => count < 2 && mayHeal(error) && isOnline(),
      refetchOnWindowFocus: false,
    },
  },
});

/** The cache key of an endpoint, or of one call of it: `queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) })`. */
export const queryKeyOf = (endpoint: Endpoint, input?: unknown): unknown[] =>
  input === undefined
    ? [endpoint.feature, endpoint.path]
    : [endpoint.feature, endpoint.path, input];

/** Options for `useQuery` of an endpoint that reads. */
export function queryOptionsOf<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  return queryOptions<EndpointResult<E>>({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input as Parameters<typeof call<E>>[1], signal),
  });
}

/**
 * The answer that a form begins with: asked anew each time a form opens, never again while it is open. It is kept apart from the
 * answer that pages show, which gets it too and goes on being brought up to date.
 */
export function formSource<T>({
  queryKey,
  queryFn,
  ...options
}: Pick<UseQueryOptions<T>, 'queryKey' | 'queryFn' | 'enabled'>): UseQueryOptions<T> {
  return {
    ...options,
    queryKey: [...queryKey, 'form'],
    queryFn: async (context) => {
      if (typeof queryFn !== 'function') {
        throw new Error('A form begins with what a call answers.');
      }
      const answer = await queryFn({ ...context, queryKey });
      queryClient.setQueryData<T>(queryKey, answer as never);
      return answer;
    },
    staleTime: 'static',
    gcTime: 0,
  };
}
