import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/workspace.mjs';

const recorded = join(root, 'tests/durations.json');

/** Seconds that each file took when `npm test -- --record` was last run, by its path. */
export function readDurations(path = recorded) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** @param {import('./results.mjs').FileResult[]} files */
export const toDurations = (files) =>
  Object.fromEntries(
    files.map(({ file, seconds }) => [file, seconds]).sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** @param {import('./results.mjs').FileResult[]} files */
export const writeDurations = (files, path = recorded) =>
  writeFileSync(path, `${JSON.stringify(toDurations(files), null, 2)}\n`);

/** Below it a file's time says more of the machine than of the file. */
const leastSeconds = 2;

/**
 * The files that took a tenth longer than recorded, once the speed of the machine is taken off: by the median of what all files took
 * beside their records.
 * @param {import('./results.mjs').FileResult[]} files
 * @param {Record<string, number>} durations
 * @returns {{ slower: number, files: { file: string, seconds: number, recorded: number }[] }} `slower`: that median
 */
export function findSlower(files, durations) {
  const known = files
    .map(({ file, seconds }) => ({ file, seconds, recorded: durations[file] ?? 0 }))
    .filter((entry) => entry.recorded >= leastSeconds);
  const ratios = known.map((entry) => entry.seconds / entry.recorded).sort((a, b) => a - b);
  const slower = ratios[Math.floor(ratios.length / 2)] ?? 1;
  const over = known.filter((entry) => entry.seconds > entry.recorded * slower * 1.1);
  return { slower, files: over.sort((a, b) => b.seconds - b.recorded - a.seconds + a.recorded) };
}
