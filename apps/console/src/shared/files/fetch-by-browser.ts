import { endpoints } from '@clusterdesk/contracts';

/** Lets the browser fetch an address of the platform into its own downloads: the page never holds the bytes. */
export function fetchByBrowser(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The address of what a single-use ticket is for. */
export const fetchTicketUrl = (endpoint: { path: string }, ticket: string): string =>
  `/api${endpoint.path}?ticket=${encodeURIComponent(ticket)}`;

/** The address of the bytes behind a download token. */
export const downloadUrl = (token: string): string =>
  `/api${endpoints.downloads.download.path}?path=${encodeURIComponent(token)}`;
