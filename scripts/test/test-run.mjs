import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/workspace.mjs';
import { findSlower, readDurations, toDurations, writeDurations } from './durations.mjs';
import { describeFigures, forgetFigures, readFigures } from './figures.mjs';
import { readProgramSeconds } from './jest/phase-clock.mjs';
import { describeFlaky, describeSlower, describeTimes, describeTotal, entryOf } from './report.mjs';
import { runFailedAgain } from './run-again.mjs';
import { prepareNativeSpecs, runJest } from './run-jest.mjs';
import { suites } from './suites.mjs';

const output = join(root, 'tests/output');

/** One run of suites, lane by lane, with all results of it. */
export class TestRun {
  #files = [];
  #flaky = [];
  #ran = [];
  /** What went wrong with a lane beside its tests, by its name. */
  #remarks = new Map();
  #native = {};

  /** @param {{ jestArgs: string[], tools: Record<string, string | null> }} options `tools`: programs and where they are */
  constructor({ jestArgs, tools }) {
    this.jestArgs = jestArgs;
    this.tools = tools;
    forgetFigures();
  }

  /**
   * @param {import('./suites.mjs').Lane} lane
   * @param {typeof suites} chosen its suites that are to run
   */
  async runLane(lane, chosen) {
    if (chosen.length === 0) {
      return;
    }
    console.log(`\n== ${chosen.map(({ name }) => name).join(', ')}`);
    const startedAt = performance.now();
    const secondsBefore = readProgramSeconds();
    this.#native = { ...this.#native, ...(await prepareNativeSpecs(chosen)) };
    const { status, stopped, files } = await runJest(chosen, {
      name: lane.name,
      workers: lane.workers,
      args: this.jestArgs,
      env: this.#environment(lane),
    });
    this.#ran.push(...chosen.map((suite) => ({ suite, lane })));
    this.#files.push(...files);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const coreSeconds = Math.round(readProgramSeconds() - secondsBefore);
    this.#remarks.set(lane.name, {
      text: `${seconds} s, ${coreSeconds} core-seconds${stopped ? `; ${stopped}` : ''}`,
      // Nothing that failed says why: a worker died, or the run was stopped.
      isBroken: stopped !== null || (status !== 0 && !files.some(hasFailed)),
    });
  }

  async runFailedAgain() {
    const runAlone = async ({ suite: name, file }) => {
      const suite = suites.find((one) => one.name === name);
      console.log(`\n== once more, alone: ${file}`);
      const { files } = await runJest([suite], {
        name: 'again',
        workers: 1,
        args: [`--runTestsByPath`, join(root, file)],
        env: this.#environment(suite.lane),
      });
      return files.find((result) => result.file === file);
    };
    const judged = await runFailedAgain(this.#files, runAlone);
    this.#files = judged.files;
    this.#flaky = judged.flaky;
  }

  /** The database's processor time is known when it has ended. */
  async measureDatabase(tearDown) {
    const secondsBefore = readProgramSeconds();
    await tearDown();
    const coreSeconds = Math.round(readProgramSeconds() - secondsBefore);
    if (coreSeconds > 0) {
      this.#remarks.set('database', { text: `${coreSeconds} core-seconds`, isBroken: false });
    }
  }

  /**
   * Prints and stores what the run says.
   * @param {{ name: string, passed?: number, failed?: number, remark?: string }[]} before entries of what came before the suites
   * @returns {boolean} whether all is well
   */
  report(before, { isRecording }) {
    mkdirSync(output, { recursive: true });
    const write = (name, value) =>
      writeFileSync(join(output, name), `${JSON.stringify(value, null, 2)}\n`);
    write('flaky.json', this.#flaky);
    write('results.json', this.#files);
    writeDurations(this.#files, join(output, 'durations.json'));
    const figures = readFigures();
    if (figures.length > 0) {
      write('long.json', { figures, durations: toDurations(this.#files) });
    }
    if (isRecording) {
      copyFileSync(join(output, 'durations.json'), join(root, 'tests/durations.json'));
    }
    const entries = [...before, ...this.#entries()];
    const { lines, last, hasPassed } = describeTotal(entries, this.#flaky);
    const times = [
      ...describeFigures(figures),
      ...describeTimes(this.#files),
      ...describeSlower(findSlower(this.#files, readDurations())),
    ];
    console.log(['', ...times, '', ...lines, ...describeFlaky(this.#flaky), '', last].join('\n'));
    return hasPassed;
  }

  #entries() {
    const ofSuites = this.#ran.map(({ suite }) =>
      entryOf(
        suite.name,
        this.#files.filter((file) => file.suite === suite.name),
        this.#missing(suite),
      ),
    );
    const ofLanes = [...this.#remarks].map(([lane, { text, isBroken }]) => ({
      name: `all ${lane}`,
      failed: isBroken ? 1 : 0,
      remark: text,
    }));
    return [...ofSuites, ...ofLanes];
  }

  #missing({ uses = [] }) {
    const missing = uses.filter((tool) => !this.tools[tool]);
    return missing.length > 0 ? `without what needs ${missing.join(', ')}: not found` : '';
  }

  #environment(lane) {
    return {
      ...process.env,
      ...this.#native,
      ...(this.tools.chromium && { CHROMIUM_PATH: this.tools.chromium }),
      ...(lane.isLong && { LONG: '1' }),
    };
  }
}

const hasFailed = ({ broken, tests }) =>
  broken !== null || tests.some(({ status }) => status === 'failed');
