import { endpoints } from '@clusterdesk/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callForBytes } from '../../api/call.js';
import { queryKeyOf } from '../../api/query.js';
import type { FileEntry } from '../file-space.js';

const { thumbnail } = endpoints.downloads;

/** How often one that is being made is asked for again, and when: half a minute altogether. */
const mostAsked = 8;
const askAgainMs = (asked: number): number => Math.min(1_000 * 1.5 ** asked, 5_000);

class NotYet extends Error {}

/** What a page shows of a file that the server made a thumbnail of; empty: there is none. */
export const thumbnailQuery = ({ path, size, createDate }: FileEntry) =>
  queryOptions({
    queryKey: queryKeyOf(thumbnail, { path, size, createDate }),
    queryFn: async ({ signal }) => {
      const answer = await callForBytes(thumbnail, { path }, signal);
      if (answer.type !== 'image/webp' && answer.size > 0) {
        throw new NotYet();
      }
      return answer.size > 0 ? toDataUrl(answer) : '';
    },
    staleTime: 60_000,
    retry: (asked, error) => error instanceof NotYet && asked < mostAsked,
    retryDelay: askAgainMs,
  });

/** As text it lives and goes with the cache. */
async function toDataUrl(bytes: Blob): Promise<string> {
  const letters = Array.from(new Uint8Array(await bytes.arrayBuffer()), (byte) =>
    String.fromCharCode(byte),
  );
  return `data:${bytes.type};base64,${btoa(letters.join(''))}`;
}
