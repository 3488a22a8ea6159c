import { endpoints } from '@clusterdesk/contracts';
import { call, type ApiResponse } from '../../../shared/api/call.js';
import { fetchTicketUrl } from '../../../shared/files/fetch-by-browser.js';
import { translate } from '../../../shared/i18n/i18n.js';

/**
 * Opens the board of task queues in a new window. Its address holds a single-use ticket, never the session's token.
 * @throws Error with a sentence for people
 */
export async function openTaskBoard(): Promise<ApiResponse<null>> {
  // Opened within the click itself: later, browsers take it for a pop-up.
  const opened = window.open('about:blank', '_blank');
  if (!opened) {
    throw new Error(translate('health:boardBlocked'));
  }
  try {
    const ticket = await call(endpoints.health.requestTaskBoard, {});
    opened.opener = null;
    opened.location.href = new URL(
      fetchTicketUrl(endpoints.health.openTaskBoard, ticket),
      window.location.origin,
    ).href;
  } catch (error) {
    opened.close();
    throw error;
  }
  return { result: null, message: '' };
}
