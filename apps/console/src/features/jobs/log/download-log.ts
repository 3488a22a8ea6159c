import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { saveFile } from '../../../shared/files/save-file.js';

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
  saveFile(
    new Blob(parts, { type: 'text/plain;charset=utf-8' }),
    `${job.scriptName}-${job.jobId}.log`,
  );
}
