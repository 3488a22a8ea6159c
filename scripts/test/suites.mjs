/** What `npm test` and `npm run test:long` consist of. */
import { availableParallelism, totalmem } from 'node:os';

/** Before any suite: format, lint, types and build at the same time; what an earlier run has done is not done again. */
export const steps = [
  {
    name: 'checks',
    command: ['nx', 'run-many', '-t', 'format', 'lint', 'typecheck', 'build'],
  },
];

/** Tests wait more than they compute: one worker more than there are cores keeps these busy. */
const workers = availableParallelism() + 1;
/** Those of whole programs wait for half of their time; each has a platform and a Chromium, which take 2 GB. */
const programWorkers = workers + (totalmem() >= 2e9 * (workers + 2) ? 1 : 0);

/**
 * Suites that share one queue of files and one Jest. Those of whole programs come second: their tests have real clocks, and the first
 * lane leaves no core idle. What measures, or takes of the machine what it can, runs alone.
 * @typedef {{ name: string, workers: number, isWhole?: boolean, isLong?: boolean }} Lane
 */
const modules = { name: 'modules', workers };
const programs = { name: 'programs', workers: programWorkers, isWhole: true };
/** Each file has a platform of some ten containers. */
const composed = { name: 'composed', workers: 1, isWhole: true };
const containers = { name: 'containers', workers: 1, isWhole: true, isLong: true };
const alone = { name: 'alone', workers: 1, isWhole: true, isLong: true };
const tables = { name: 'tables', workers, isWhole: true, isLong: true };
export const lanes = [modules, programs, composed, tables, containers, alone];

/**
 * Each suite is a project of jest.config.mjs. `database`: it uses the PostgreSQL of the run; `isNative`: its specs run in Node's own
 * modules; `needs`: it does not run without that program; `uses`: a part of it does not.
 */
export const suites = [
  { name: 'unit', lane: modules, isNative: true },
  { name: 'component', lane: modules },
  {
    name: 'integration',
    lane: modules,
    isNative: true,
    database: true,
    uses: ['redis-server', 'unzip', 'nginx'],
  },
  { name: 'contract', lane: modules, isNative: true, database: true },
  { name: 'system', lane: programs, uses: ['bubblewrap'] },
  { name: 'faults', lane: programs },
  { name: 'attack', lane: programs, isNative: true, database: true, uses: ['bubblewrap'] },
  {
    name: 'browser',
    lane: programs,
    isNative: true,
    database: true,
    needs: 'chromium',
    uses: ['unzip'],
  },
  // One file of `containers`, for the gate.
  { name: 'smoke', lane: composed, isNative: true, needs: 'docker' },
  { name: 'containers', lane: containers, isNative: true, needs: 'docker' },
  // The same files as above where they hold a table of which the gate walks a sample: the whole of it.
  { name: 'tables', lane: tables, isNative: true, database: true, uses: ['bubblewrap'] },
  { name: 'long', lane: alone, database: true, needs: 'chromium', uses: ['bubblewrap'] },
];

/** The suites of the gate, or those of the long run. */
export const suitesOf = (isLong) => suites.filter(({ lane }) => Boolean(lane.isLong) === isLong);
