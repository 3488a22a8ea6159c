import { readFileSync } from 'node:fs';

/** Ticks of /proc a second, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * Seconds of one file of tests: the processor time of this worker by phase (`load`: until the first test is known to Jest and about to
 * run), that of the programs which it started and which ended, and the time in which its databases executed statements.
 * @typedef {{ load: number, hooks: number, tests: number, programs: number, database: number }} Phases
 */

/** Takes the times of one file. A worker runs one file at a time, so the process's time is the file's. */
export class PhaseClock {
  #phases = { load: 0, hooks: 0, tests: 0 };
  #phase = 'load';
  #since = process.cpuUsage();
  #programs = readProgramSeconds();
  #database = { seconds: 0 };

  /** @param {typeof globalThis} global the one in which the file runs: its databases add their time there */
  constructor(global) {
    global[databaseSeconds] = this.#database;
  }

  /** Hears the events of jest-circus. */
  note({ name }) {
    if (name === 'test_fn_start') {
      this.#enter('tests');
    } else if (['run_start', 'test_fn_success', 'test_fn_failure'].includes(name)) {
      this.#enter('hooks');
    }
  }

  #enter(phase) {
    const { user, system } = process.cpuUsage(this.#since);
    this.#phases[this.#phase] += (user + system) / 1e6;
    this.#since = process.cpuUsage();
    this.#phase = phase;
  }

  /** @returns {Phases} */
  finish() {
    this.#enter(this.#phase);
    return {
      ...this.#phases,
      programs: readProgramSeconds() - this.#programs,
      database: this.#database.seconds,
    };
  }
}

/** Where test-database.ts adds up the seconds. */
const databaseSeconds = Symbol.for('clusterdesk.databaseSeconds');

/** Processor time of the child processes of this one that have ended, and of theirs. */
export function readProgramSeconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const [childUser, childSystem] = fields.slice(13, 15).map(Number);
  return (childUser + childSystem) / ticksPerSecond;
}
