import { cpSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspace } from './platform.js';

/** What a built checkout needs to run, and to be started by `npm start`. */
const builtFiles = [
  'package.json',
  'package-lock.json',
  'nx.json',
  'tsconfig.base.json',
  'scripts',
  'apps/server/package.json',
  'apps/server/dist',
  'apps/console/dist',
  'apps/standalone/package.json',
  'apps/standalone/dist',
  // Packages of other versions than those that all share.
  'apps/standalone/node_modules',
  'agent/package.json',
  'agent/dist',
  'deploy/systemd',
];

/**
 * Copies the built programs of this checkout into a folder, without their sources: no test starts or builds in the checkout
 * itself, whose programs all other tests use. The packages are the checkout's own, behind a link.
 */
export function copyCheckout(target: string): void {
  for (const path of builtFiles) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(workspace, path), join(target, path), { recursive: true });
  }
  // `npm start` looks for sources here.
  mkdirSync(join(target, 'libs'));
  // Older than any installation: `npm start` must not install through the link.
  utimesSync(join(target, 'package-lock.json'), 0, 0);
  symlinkSync(join(workspace, 'node_modules'), join(target, 'node_modules'));
}
