import {
  type ApplicationEnded,
  applicationEndedSchema,
  applicationOutputSchema,
  type JobEnded,
  jobEndedSchema,
  jobOutputSchema,
  jobStartedSchema,
} from '@clusterdesk/contracts';

/** What the fake server has received of one attempt of a job. */
export interface ReceivedJob {
  startedAt: number | null;
  output: Buffer;
  ended: JobEnded | null;
  /** How many pieces of output said that the script had ended. */
  endsTold: number;
  dropped?: boolean;
}

/** What the fake server has received of one run of an application's script. */
export interface ReceivedRun {
  output: Buffer;
  /** All ends that it was told. */
  ends: ApplicationEnded[];
}

/** Records what agents say of jobs and of runs of applications. */
export class ReceivedWork {
  private readonly jobs = new Map<string, ReceivedJob>();
  private readonly runs = new Map<string, ReceivedRun>();

  /** What is made of each event, which is also its answer. */
  readonly takers: Record<string, (said: unknown) => unknown> = {
    'jobs.started': (said) => {
      const { jobId, startedAt } = jobStartedSchema.parse(said);
      this.job(jobId).startedAt = startedAt;
    },
    'jobs.output': (said) => {
      const { jobId, offset, data, isScriptEnded } = jobOutputSchema.parse(said);
      const job = this.job(jobId);
      job.endsTold += isScriptEnded === true ? 1 : 0;
      if (offset === job.output.length) {
        job.output = Buffer.concat([job.output, data]);
      }
      return { nextOffset: job.output.length };
    },
    'jobs.ended': (said) => {
      const ended = jobEndedSchema.parse(said);
      this.job(ended.jobId).ended = ended;
    },
    'applications.output': (said) => {
      const { runId, offset, data } = applicationOutputSchema.parse(said);
      const run = this.run(runId);
      if (offset === run.output.length) {
        run.output = Buffer.concat([run.output, data]);
      }
      return { nextOffset: run.output.length };
    },
    'applications.ended': (said) => {
      const ended = applicationEndedSchema.parse(said);
      this.run(ended.runId).ends.push(ended);
    },
  };

  job(jobId: string): ReceivedJob {
    let job = this.jobs.get(jobId);
    if (job === undefined) {
      job = {
        ...{ startedAt: null, output: Buffer.alloc(0) },
        ...{ ended: null, endsTold: 0 },
      };
      this.jobs.set(jobId, job);
    }
    return job;
  }

  forgetJob(jobId: string): void {
    this.jobs.delete(jobId);
  }

  run(runId: string): ReceivedRun {
    const run = this.runs.get(runId) ?? { output: Buffer.alloc(0), ends: [] };
    this.runs.set(runId, run);
    return run;
  }
}
