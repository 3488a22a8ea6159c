import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/workspace.mjs';

const file = join(root, 'tests/output/figures.jsonl');

/** Before a run: figures of the one before are not its own. */
export const forgetFigures = () => rmSync(file, { force: true });

/**
 * What the tests of a run measured (tests/support/speed/figures.ts).
 * @returns {{ name: string, value: number, bound: number, unit: string }[]}
 */
export const readFigures = () =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

/** A line for each, the measured figure beside its bound. */
export const describeFigures = (figures) =>
  figures.map(
    ({ name, value, bound, unit }) =>
      `  ${round(value).padStart(10)} of at most ${round(bound).padEnd(8)} ${unit.padEnd(6)} ${name}`,
  );

const round = (value) => String(Math.round(value * 100) / 100);
