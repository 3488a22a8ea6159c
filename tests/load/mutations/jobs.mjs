/** Broken rules about jobs, on the server and on the nodes. */
const jobsFolder = 'apps/server/src/features/jobs';
const agentJobs = 'agent/src/jobs';
const agentRuns = 'agent/src/runs';

export const jobs = [
  {
    name: 'queue-members',
    rule: 'Being named by one queue opens no other queue.',
    file: `${jobsFolder}/queues/queue-access.repository.ts`,
    from: 'WHERE named.queue_id = ${queue}.id AND named.user_id = ${user}',
    to: 'WHERE named.user_id = ${user}',
    tests: [`${jobsFolder}/job-requests.int.spec.ts`],
  },
  {
    name: 'at-most-once',
    rule: 'A job that was sent meanwhile is not released to another node as one that was not.',
    file: `${jobsFolder}/life/job-state-machine.service.ts`,
    from: "if (job.status !== 'PENDING' || (release.isUnsent && job.sentAt)) {",
    to: "if (job.status !== 'PENDING') {",
    tests: [
      `${jobsFolder}/scheduling/at-most-once.int.spec.ts`,
      `${jobsFolder}/scheduling/sent-to-nobody.int.spec.ts`,
      `${jobsFolder}/job-planning.int.spec.ts`,
    ],
  },
  {
    name: 'time-limit',
    rule: 'A job ends at its time limit also while its node is cut off from the server.',
    file: `${agentRuns}/supervised-run.ts`,
    from: 'if (this.processes.isOutOfTime &&',
    to: 'if (this.processes.isOutOfTime && this.offset !== null &&',
    tests: [`${agentJobs}/job-life.spec.ts`],
  },
  {
    name: 'stop-right',
    rule: 'Nobody stops the job of another user.',
    file: `${jobsFolder}/job.service.ts`,
    from: `async stop(caller: Principal, jobId: string): Promise<void> {
    const job = await this.get(caller, jobId);`,
    to: `async stop(caller: Principal, jobId: string): Promise<void> {
    const job = await this.get({ ...caller, isSystemAdministrator: true }, jobId);`,
    tests: [`${jobsFolder}/job-requests.int.spec.ts`],
  },
  {
    name: 'job-list',
    rule: 'Who manages queues does not see the jobs of others for it.',
    file: `${jobsFolder}/job.service.ts`,
    from: 'const userId = caller.isSystemAdministrator ? undefined : caller.userId;',
    to: 'const userId = managesQueues(caller) ? undefined : caller.userId;',
    tests: [`${jobsFolder}/job-requests.int.spec.ts`],
  },
  {
    name: 'output-bound',
    rule: 'Of too long an output no byte beyond the bound is delivered.',
    file: `${agentRuns}/spool/output-tail.ts`,
    from: 'Buffer.allocUnsafe(Math.min(most, left))',
    to: 'Buffer.allocUnsafe(most)',
    tests: [`${agentRuns}/spool/output-tail.spec.ts`],
  },
  {
    name: 'agent-state',
    rule: 'No job sees the folder of the agent, which holds its credentials.',
    file: `${agentJobs}/confinement/files/folders.ts`,
    from: '[...command.hiddenDirs, ...alwaysHidden, stateDir]',
    to: '[...command.hiddenDirs, ...alwaysHidden]',
    tests: [
      `${agentJobs}/confinement/files/folders.spec.ts`,
      `${agentJobs}/confinement/confined-job.spec.ts`,
    ],
  },
];
