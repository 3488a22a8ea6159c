import { posix } from 'node:path';

/**
 * Which folder may import which, said once for every workspace (docs/architecture.md, "Dependencies"). Paths are
 * relative to the workspace root; imports are judged by where they lead, so a sub-folder needs no rule of its own.
 */

/** What each server feature may use of other features. */
export const featureArrows = {
  audit: [],
  notifications: [],
  users: ['notifications', 'audit'],
  sessions: ['users', 'audit'],
  account: ['users', 'sessions', 'notifications'],
  spaces: ['users', 'sessions', 'notifications'],
  uploads: ['spaces', 'users'],
  downloads: ['spaces', 'users'],
  copies: ['spaces', 'users'],
  disk: ['spaces', 'uploads', 'downloads', 'copies', 'users', 'sessions'],
  projects: ['spaces', 'downloads', 'copies', 'users', 'sessions', 'notifications'],
  shares: ['spaces', 'uploads', 'downloads', 'copies', 'disk', 'users', 'notifications'],
  approvals: ['projects', 'spaces', 'downloads', 'users', 'notifications'],
  cluster: ['users', 'sessions', 'notifications'],
  jobs: ['cluster', 'disk', 'projects', 'spaces', 'users', 'sessions', 'notifications'],
  backups: ['spaces', 'users', 'sessions', 'notifications'],
  workbench: [
    'disk',
    'projects',
    'approvals',
    'shares',
    'cluster',
    'jobs',
    'backups',
    'users',
    'notifications',
    'audit',
  ],
  operations: ['backups', 'cluster', 'users', 'sessions', 'notifications'],
};

/** A feature's own files; others use its services, policies, errors and module. */
const privateFile = /\.(entity|repository|controller|tasks|processor|presenter)\.js$/;

/** Tables refer to others by foreign keys, so an entity may name the entity of a feature that it may use. */
const entityFile = /\.entity\.[jt]s$/;

const specFile = /\.(spec|test)\.[jt]sx?$/;
const testSupport = '@clusterdesk/tests/';

/** The deployable parts; the first folder that holds a file is its workspace. */
const workspaces = [
  'apps/server',
  'apps/console',
  'apps/standalone',
  'agent',
  'libs/contracts',
  'libs/host',
  'tests',
  'scripts',
];

/** The files of the contracts that are not for browsers too, for they use Node's cryptography; who imports them, by their own names. */
const nodeOnly = [
  {
    file: 'libs/contracts/src/agents/agent-proof.ts',
    name: '@clusterdesk/contracts/agent-proof',
    users: ['agent', 'apps/server'],
    refusal: 'Only agent and server import the proof of agents.',
  },
  {
    file: 'libs/contracts/src/release/release.ts',
    name: '@clusterdesk/contracts/release',
    users: ['apps/standalone', 'apps/server'],
    refusal: 'Only launcher and server import the check of releases.',
  },
];

/** What runs beside the platform on a host and looks at its processes and files. */
const usersOfHost = ['agent', 'apps/standalone'];

/**
 * What is wrong with an import, in one sentence; null if nothing is.
 * @param {string} importer path of the importing file
 * @param {string} specifier as it stands in the import
 * @returns {string | null}
 */
export function judgeImport(importer, specifier) {
  const from = workspaceOf(importer);
  if (from === null) {
    return null;
  }
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(importer), specifier);
    const to = workspaceOf(target);
    return from === to
      ? judgeInside(from, importer, target)
      : judgeAcross(from, importer, to ?? 'the root', target);
  }
  return judgePackage(from, importer, specifier);
}

function workspaceOf(path) {
  return workspaces.find((folder) => path.startsWith(`${folder}/`)) ?? null;
}

function judgePackage(from, importer, specifier) {
  if (specifier.startsWith(testSupport)) {
    return from === 'tests' || specFile.test(importer) || isTestHelper(importer)
      ? null
      : 'Only tests use the support of tests.';
  }
  if (from === 'libs/contracts' && specifier.startsWith('node:')) {
    return specFile.test(importer) || nodeOnly.some(({ file }) => file === importer)
      ? null
      : 'Contracts run in the browser too.';
  }
  const guarded = nodeOnly.find(({ name }) => name === specifier);
  if (guarded) {
    return guarded.users.includes(from) || importer.startsWith('tests/support/')
      ? null
      : guarded.refusal;
  }
  if (!specifier.startsWith('@clusterdesk/')) {
    return null;
  }
  if (from === 'libs/contracts' || from === 'libs/host') {
    return 'Libraries import no other workspace.';
  }
  if (specifier === '@clusterdesk/host') {
    return usersOfHost.includes(from) || importer.startsWith('tests/support/')
      ? null
      : 'Only agent and launcher import @clusterdesk/host.';
  }
  // Besides its index: parts that are brought alone (`exports` of its package.json).
  return specifier === '@clusterdesk/contracts' || specifier.startsWith('@clusterdesk/contracts/')
    ? null
    : 'Of other workspaces only libraries are imported, by their names.';
}

/** Only the support of tests reaches into other workspaces; suites and specs go through it. */
function judgeAcross(from, importer, to, target) {
  if (importer.startsWith('tests/support/') || target === 'package.json') {
    return null;
  }
  if (to === 'scripts') {
    return from === 'tests' ? null : 'Scripts are for the workspace root and for tests.';
  }
  if (from === 'scripts') {
    return target.startsWith('tests/support/') || target.endsWith('package.json')
      ? null
      : 'Scripts import no workspace.';
  }
  return from === 'tests'
    ? 'Suites reach other workspaces through tests/support only.'
    : `${from} imports nothing of ${to} by a relative path.`;
}

function judgeInside(workspace, importer, target) {
  if (workspace === 'tests') {
    return judgeTests(importer, target);
  }
  if (
    nodeOnly.some(({ file }) => target === file.replace(/ts$/, 'js')) &&
    !specFile.test(importer)
  ) {
    return 'What needs Node is imported by its own name: browsers have no part in it.';
  }
  if (isTestHelper(target) && !isTestHelper(importer) && !specFile.test(importer)) {
    return 'Only tests use test helpers.';
  }
  if (workspace === 'apps/server') {
    return judgeServer(inSource(importer), inSource(target), importer);
  }
  if (workspace === 'apps/console') {
    return judgeConsole(inSource(importer), inSource(target));
  }
  return null;
}

function isTestHelper(path) {
  return /\/(testing|support)\//.test(path) && !path.startsWith('scripts/');
}

/** The parts of a path below `src`; outside of it there are build settings only. */
function inSource(path) {
  const [, below] = path.split('/src/');
  return below === undefined ? ['build'] : below.split('/');
}

/** features → platform → config; migrations stand alone; what starts a program may use everything. */
function judgeServer([from, fromFeature], [to, toFeature, ...file], importer) {
  if (!['config', 'platform', 'features', 'migrations'].includes(from)) {
    return null;
  }
  if (from === to) {
    return from === 'features'
      ? judgeFeatures(fromFeature, toFeature, file.join('/'), importer)
      : null;
  }
  const below = { config: [], platform: ['config'], features: ['platform', 'config'] };
  if (below[from]?.includes(to)) {
    return null;
  }
  // A spec may start the whole of it.
  return specFile.test(importer) && ['migrations', 'app.module.js', 'server.js'].includes(to)
    ? null
    : `${from} may not use ${to} (docs/architecture.md, "Dependencies").`;
}

function judgeFeatures(from, to, file, importer) {
  if (from === to) {
    return null;
  }
  // What one feature does to another is a spec's to see.
  if (!featureArrows[from]?.includes(to) && !specFile.test(importer)) {
    return `${from} may not use ${to} (docs/architecture.md, "Dependencies").`;
  }
  if (entityFile.test(importer) && entityFile.test(file)) {
    return null;
  }
  return privateFile.test(file) ? `This file is ${to}'s own: use an exported service.` : null;
}

/** app → features → shared; a feature uses no other. */
function judgeConsole([from, fromFeature], [to, toFeature]) {
  if (from === 'features') {
    return to === 'shared' || (to === 'features' && fromFeature === toFeature)
      ? null
      : `The feature ${fromFeature} may use shared only.`;
  }
  return from === 'shared' && to !== 'shared' ? 'shared uses neither app nor features.' : null;
}

/** Suites share support, nothing else. */
function judgeTests(importer, target) {
  const [, from] = importer.split('/');
  const [, to] = target.split('/');
  return to === from || to === 'support' ? null : `${from} may use tests/support only.`;
}
