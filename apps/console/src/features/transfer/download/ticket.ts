import { endpoints } from '@clusterdesk/contracts';

/** The URL of the bytes behind a download token. */
export const ticketUrl = (token: string): string =>
  `/api${endpoints.downloads.download.path}?path=${encodeURIComponent(token)}`;

/** Lets the browser fetch what the token stands for, into its own downloads. */
export function fetchByBrowser(token: string): void {
  const link = document.createElement('a');
  link.href = ticketUrl(token);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
