import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * Which browser and attack files each part of the product can break: folders of the product, by a word in their path, and the files by
 * how their names begin. What is in no part (the platform below the features, shared parts of the console) can break any of them.
 */
const areas = [
  {
    changed: /\/(disk|spaces|uploads|downloads|copies|transfer|file-browser|file-space)\//,
    tests: [
      ...['files', 'uploads', 'downloads', 'preview', 'transfer', 'client-tools', 'drop'],
      ...['project-files', 'shares', 'paths', 'transfers', 'odd-trees', 'full-disk', 'foreign'],
    ],
  },
  {
    changed: /\/(projects|approvals)\//,
    tests: ['project', 'approval', 'foreign', 'paths', 'transfers'],
  },
  { changed: /\/shares\//, tests: ['shares', 'foreign', 'paths'] },
  {
    changed: /\/(users|sessions|account|identity|audit|notifications)\//,
    tests: ['identity', 'sign-in', 'live-session', 'workbench', 'foreign-ids', 'chain', 'promises'],
  },
  {
    changed: /\/(cluster|monitoring)\//,
    tests: ['cluster', 'monitoring', 'applications', 'address', 'chain'],
  },
  { changed: /\/jobs\//, tests: ['jobs', 'alone', 'chain'] },
  { changed: /^agent\//, tests: ['cluster', 'jobs', 'applications', 'alone', 'address', 'chain'] },
  { changed: /\/workbench\//, tests: ['workbench'] },
];

const folders = ['tests/e2e', 'tests/attack'];
const product = /^(apps|libs|agent)\/(?!.*\.(spec|test)\.tsx?$)/;

/**
 * The browser and attack files that a change can break.
 * @param {string[]} files changed, relative to the root
 * @returns {string[]}
 */
export function pickPrograms(files) {
  const parts = files
    .filter((file) => product.test(file))
    .map((file) => areas.filter(({ changed }) => changed.test(file)));
  const isEverywhere = parts.some((found) => found.length === 0);
  const names = parts.flat().flatMap(({ tests }) => tests);
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .filter((name) => isEverywhere || names.some((start) => name.startsWith(start)))
      .map((name) => `${folder}/${name}`),
  );
}
