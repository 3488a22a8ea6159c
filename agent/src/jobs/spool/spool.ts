import { readdirSync } from 'node:fs';
import { JobFolder, type JobSpec } from './job-folder.js';

/** Every job that was accepted and not released; folders that never came to be accepted are cleared away. */
export function openSpool(jobsDir: string): { folder: JobFolder; spec: JobSpec }[] {
  const jobs = readdirSync(jobsDir).map((jobId) => {
    const folder = new JobFolder(jobsDir, jobId);
    return { folder, spec: folder.readSpec() };
  });
  return jobs.flatMap(({ folder, spec }) => {
    if (spec === null) {
      folder.remove();
      return [];
    }
    return [{ folder, spec }];
  });
}
