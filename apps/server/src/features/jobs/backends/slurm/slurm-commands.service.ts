import { execFile } from 'node:child_process';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../../../../config/config.js';
import { Timings } from '../../../../platform/timings.js';

/** The programs of Slurm that the platform runs. */
export type SlurmProgram = 'sbatch' | 'squeue' | 'scancel' | 'scontrol' | 'sinfo' | 'sacct';

/**
 * What a program of Slurm said. `refused`: Slurm decided against it. `away`: nothing is known, not even whether it was done, because
 * the controller did not answer, or the program is missing or was ended.
 */
export type SlurmAnswer =
  { state: 'answered'; text: string } | { state: 'refused' | 'away'; message: string };

/** What Slurm's programs write when the controller, or the check of who asks, is out of reach (slurm/slurm_errno.h). */
const awayMessages =
  /unable to contact slurm controller|socket timed out|zero bytes were transmitted|connection (refused|reset|timed out)|transport endpoint|standby mode|temporarily unable to accept|authentication (credential|error)|munge|establish a configuration source|fetch config/i;

/** Answers of `squeue` for the jobs of a large cluster; more is taken for no answer. */
const mostAnswerBytes = 64 * 1024 * 1024;

/**
 * Runs Slurm's programs, never by a shell. They get nothing of the server's environment: it has secrets, and variables such as
 * `SBATCH_PARTITION` would count as options.
 */
@Injectable()
export class SlurmCommands implements OnModuleDestroy {
  private readonly logger = new Logger('Slurm');
  private readonly stopping = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

  /** Commands under way end with the server; what they were to do counts as unknown. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  run(program: SlurmProgram, ...options: readonly string[]): Promise<SlurmAnswer> {
    const { slurm } = this.config;
    if (!slurm || this.stopping.signal.aborted) {
      return Promise.resolve({ state: 'away', message: 'Slurm is not used.' });
    }
    return new Promise((resolve) => {
      execFile(
        program,
        options,
        {
          cwd: '/',
          env: {
            PATH: process.env['PATH'],
            LC_ALL: 'C.UTF-8',
            TZ: 'UTC',
            ...(slurm.configFile && { SLURM_CONF: slurm.configFile }),
          },
          timeout: this.timings.jobs.slurmCommandMs,
          killSignal: 'SIGKILL',
          maxBuffer: mostAnswerBytes,
          signal: this.stopping.signal,
        },
        (error, text, message) => {
          if (!error) {
            resolve({ state: 'answered', text });
            return;
          }
          const isRefusal = typeof error.code === 'number' && !awayMessages.test(message);
          this.logger.warn(
            { program, code: error.code, message },
            isRefusal ? 'Slurm refused a command' : 'Slurm did not answer',
          );
          resolve({
            state: isRefusal ? 'refused' : 'away',
            message: message.trim() || error.message,
          });
        },
      );
    });
  }
}
