import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';

/** Reads all output there is and saves it as a file. */
export async function downloadLog(job: Pick<JobRow, 'jobId' | 'scriptName'>): Promise<void> {
  const parts: string[] = [];
  let offset = 0;
  for (;;) {
    const page = await call(endpoints.jobs.log, { jobId: job.jobId, offset });
    parts.push(page.text);
    if (page.isComplete || page.nextOffset === offset) {
      break;
    }
    offset = page.nextOffset;
  }
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${job.scriptName}-${job.jobId}.log`;
  link.click();
  // The browser takes the content when the download begins, a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
