import type { WireJobDetail } from '@clusterdesk/contracts';

/** A job of a spec, as the server answers. */
export const specJob: WireJobDetail = {
  ...{ jobId: '1', queueName: 'local', scriptName: 'fit', loginNane: 'ann', workTime: '00:00:05' },
  ...{ status: 'COMPLETED', exitCode: 0, nodeName: 'host1', cpus: 1, startedAt: null },
  ...{ createTime: '2026-11-22 05:00:00', startTime: null, endTime: null },
  ...{ cpuSeconds: null, maxRssBytes: null, scriptContent: 'echo', workDir: '/', variables: {} },
  ...{ maxMinutes: 60, network: 'none', reason: '', waiting: null, memoryMb: null, signal: null },
  ...{ outputBytes: 0, isOutputRemoved: false, after: [], isHeld: false },
  ...{ space: 'disk', spaceId: '', spaceName: '', isSealed: false, inputs: [], logPath: null },
  graph: null,
  ...{ array: null, arrayId: null, arrayIndex: null },
};

/** What a queue says whose hosts show jobs no project. */
export const noProjectFiles = {
  takesProjectFiles: false,
  takesSealedJobs: false,
  projectFilesReason: 'No host of this queue can show a job a project.',
};
