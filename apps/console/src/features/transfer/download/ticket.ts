import { endpoints } from '@clusterdesk/contracts';

/** The URL of the bytes behind a download token. */
export const ticketUrl = (token: string): string =>
  `/api${endpoints.downloads.download.path}?path=${encodeURIComponent(token)}`;
