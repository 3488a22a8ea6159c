import { ApiError } from '../../../shared/api/api-error.js';
import { commonHeaders, readRefusal } from '../../../shared/api/call.js';
import { translate } from '../../../shared/i18n/i18n.js';

/** HTTP's answer to a range that begins behind the end: an empty file has no first byte to give. */
export const emptyRange = 416;

/**
 * The bytes behind a ticket's URL, or of an empty file the answer `emptyRange`.
 * @throws ApiError when the server refuses or does not answer; what `signal` was aborted with
 */
export async function fetchBytes(
  url: string,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  // The ticket is who one is; the language is the page's.
  const sent = { ...commonHeaders(null), ...headers };
  let response: Response;
  try {
    response = await fetch(url, { headers: sent, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new ApiError(0, 'CONSOLE_SERVER_AWAY', translate('common:serverAway'));
  }
  if (!response.ok && response.status !== emptyRange) {
    throw await readRefusal(response);
  }
  return response;
}

/** Why a browser that was given a URL has no bytes of it: an element says no more than that it failed. Null: they can be had. */
export async function bytesProblem(url: string, signal: AbortSignal): Promise<ApiError | null> {
  try {
    const response = await fetchBytes(url, { headers: { Range: 'bytes=0-0' }, signal });
    await response.body?.cancel();
    return null;
  } catch (error) {
    if (error instanceof ApiError) {
      return error;
    }
    throw error;
  }
}
