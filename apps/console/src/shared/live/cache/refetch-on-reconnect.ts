import type { QueryMeta } from '@tanstack/react-query';

/** What a query says of itself when no number tells that it missed something while the connection was lost. */
export const refetchOnReconnect = { isStreamFed: true } as const;

/** Whether a query is asked again after every loss of the connection. */
export const isStreamFed = (meta: QueryMeta | undefined): boolean =>
  meta?.['isStreamFed'] === refetchOnReconnect.isStreamFed;
