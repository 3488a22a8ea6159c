import { limits } from '@clusterdesk/contracts';

const patienceMs = 2_000;

/** Where a client on this computer listens (spec part 1 §7). Browsers count this URL as safe, so https pages may ask it. */
export const clientUrl = `http://127.0.0.1:${limits.clientPort}`;

/**
 * Asks the local client to open this platform; false when nothing answers. The answer itself cannot be read by a page of
 * another origin and need not be: that one came says that the client is there. The client learns which URL was asked, nothing else.
 */
export async function openClient(): Promise<boolean> {
  const url = new URL('/', clientUrl);
  url.searchParams.set('server', window.location.origin);
  const request: RequestInit = {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(patienceMs),
  };
  return fetch(url, request).then(
    () => true,
    () => false,
  );
}
