import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './workspace.mjs';

const spec = /\.(spec|test)\.tsx?$/;
const wholeProgram = /^tests\/(system|faults|attack|e2e|long)\//;

/**
 * The specs of a change: those that changed themselves, the unit specs that import what changed, and the integration
 * specs of the nearest folder that has some. Every integration spec imports the whole server, so that imports would pick
 * them all.
 * @param {string[]} files changed, relative to the root
 * @param {string[]} relatedUnitSpecs
 * @param {string} [workspace] where the files are
 * @returns {{ run: string[], left: string[] }} `left`: what needs built programs
 */
export function pickSpecs(files, relatedUnitSpecs, workspace = root) {
  const own = files.filter((file) => spec.test(file));
  const beside = files
    .filter((file) => file.startsWith('apps/server/src/') && !spec.test(file))
    .flatMap((file) => findIntegrationSpecs(file, workspace));
  const all = [...new Set([...own, ...relatedUnitSpecs, ...beside])].sort();
  return {
    run: all.filter((file) => !wholeProgram.test(file)),
    left: all.filter((file) => wholeProgram.test(file)),
  };
}

/** Those in the file's own folder, else in the nearest one above it inside the same feature or part of the platform. */
function findIntegrationSpecs(file, workspace) {
  for (let folder = dirname(file); folder.split('/').length >= 5; folder = dirname(folder)) {
    const specs = existsSync(join(workspace, folder))
      ? readdirSync(join(workspace, folder)).filter((name) => name.endsWith('.int.spec.ts'))
      : [];
    if (specs.length > 0) {
      return specs.map((name) => `${folder}/${name}`);
    }
  }
  return [];
}
