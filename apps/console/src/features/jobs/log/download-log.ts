import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { fetchByBrowser, fetchTicketUrl } from '../../../shared/files/fetch-by-browser.js';

/** Has the browser save all output there is now. @throws ApiError when the platform refuses it */
export async function downloadLog(jobId: string): Promise<void> {
  const ticket = await call(endpoints.jobs.getLogPath, { jobId });
  fetchByBrowser(fetchTicketUrl(endpoints.jobs.downloadLog, ticket));
}
