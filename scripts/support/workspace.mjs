import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The workspace's root folder. */
export const root = resolve(import.meta.dirname, '../..');

/** Oldest Node that runs ClusterDesk, as in package.json. */
const oldestNode = [20, 19];

/** What the programs are built from; tests and documents change nothing in them. */
const sourceFolders = ['apps', 'libs', 'agent'];
const programs = [
  'apps/server/dist/main.js',
  'apps/server/dist/worker.js',
  'apps/console/dist/index.html',
  'apps/standalone/dist/main.js',
  'agent/dist/agent.cjs',
];

/** A step of the preparation that failed; the message is one line for people. */
export class PreparationError extends Error {}

/** Refuses a Node that is too old, before anything newer is asked of it. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new PreparationError(
      `ClusterDesk needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}: install a newer one from https://nodejs.org`,
    );
  }
}

/** Installs the packages of the lockfile unless that has been done since it changed. */
export function installIfNeeded(say = console.log) {
  // npm writes this record when an installation is complete.
  const record = statSync(join(root, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  if (record && record.mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) {
    return;
  }
  say('Installing packages (one to two minutes, the first time only) ...');
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  // A registry may lack packages of other systems, and so does then the lockfile, which `npm ci` refuses; the second way
  // installs the same locked versions and leaves the lockfile as it is.
  if (spawnQuietly('npm', ['ci', ...quietly]).status !== 0) {
    run('npm', ['install', '--no-save', ...quietly], 'Installing failed');
  }
}

/** Builds the programs unless they have been built from exactly these sources. */
export function buildIfNeeded(say = console.log) {
  const stamp = join(root, '.nx/clusterdesk-built');
  const wanted = fingerprintSources();
  if (readText(stamp) === wanted && programs.every((file) => existsSync(join(root, file)))) {
    return;
  }
  say('Building ...');
  run('npx', ['--no-install', 'nx', 'run-many', '-t', 'build'], 'The build failed');
  mkdirSync(join(root, '.nx'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Sizes and times of every source file: a few milliseconds, where hashing the contents would take longer than the start. */
function fingerprintSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(root, path)}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name)) {
        walk(path);
      } else if (entry.isFile() && !/\.(spec|test)\.tsx?$/.test(entry.name)) {
        add(path);
      }
    }
  };
  sourceFolders.forEach((folder) => walk(join(root, folder)));
  ['tsconfig.base.json', 'nx.json', 'package.json'].forEach((file) => add(join(root, file)));
  return hash.digest('hex');
}

/** Runs a command quietly; when it fails, shows what it said. */
function run(command, args, failure) {
  const { status, error, stdout, stderr } = spawnQuietly(command, args);
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    throw new PreparationError(`${failure}${error ? `: ${error.message}` : ' (see above)'}.`);
  }
}

function spawnQuietly(command, args) {
  return spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    maxBuffer: 64 * 1024 * 1024,
  });
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
