import {
  type RunEnded,
  runEndedSchema,
  runOutputSchema,
  runStartedSchema,
} from '@clusterdesk/contracts';

/** What the fake server has received of one run. */
export interface ReceivedRun {
  startedAt: number | null;
  output: Buffer;
  ended: RunEnded | null;
  /** All ends that it was told. */
  ends: RunEnded[];
  /** How many pieces of output said that the script had ended. */
  endsTold: number;
  dropped?: boolean;
}

/** Records what agents say of runs. */
export class ReceivedWork {
  private readonly runs = new Map<string, ReceivedRun>();

  /** What is made of each event, which is also its answer. */
  readonly takers: Record<string, (said: unknown) => unknown> = {
    'jobs.started': (said) => {
      const { jobId, startedAt } = runStartedSchema.parse(said);
      this.run(jobId).startedAt = startedAt;
    },
    'jobs.output': (said) => {
      const { jobId, offset, data, isScriptEnded } = runOutputSchema.parse(said);
      const run = this.run(jobId);
      run.endsTold += isScriptEnded === true ? 1 : 0;
      if (offset === run.output.length) {
        run.output = Buffer.concat([run.output, data]);
      }
      return { nextOffset: run.output.length };
    },
    'jobs.ended': (said) => {
      const ended = runEndedSchema.parse(said);
      const run = this.run(ended.jobId);
      run.ended = ended;
      run.ends.push(ended);
    },
  };

  run(id: string): ReceivedRun {
    let run = this.runs.get(id);
    if (run === undefined) {
      run = {
        ...{ startedAt: null, output: Buffer.alloc(0) },
        ...{ ended: null, ends: [], endsTold: 0 },
      };
      this.runs.set(id, run);
    }
    return run;
  }

  forget(id: string): void {
    this.runs.delete(id);
  }
}
