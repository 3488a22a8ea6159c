import compression from 'compression';
import type { RequestHandler } from 'express';

/** Below this a compressed answer is hardly smaller, bytes. */
const thresholdBytes = 1024;

const jsonType = /^application\/json\b/;

/**
 * Compresses the answers of calls (br or gzip, as the client takes it). Only what a call says as JSON: files, previews, packages
 * and exports go as they are, since they have ranges, announced lengths and mostly contents that are compressed already.
 *
 * A compressed length tells whether a text repeats something of itself, so a secret must not stand beside what somebody
 * else can choose and send often (BREACH). Here nobody else can: the token is a header that scripts of our own origin set,
 * never a cookie that a foreign page's request would carry. See docs/decisions/light-console.md.
 */
export const compressJson = (): RequestHandler =>
  compression({
    threshold: thresholdBytes,
    filter: (request, response) =>
      request.endpoint?.transport !== 'raw' &&
      jsonType.test(String(response.getHeader('content-type'))) &&
      !response.hasHeader('content-disposition'),
  });
