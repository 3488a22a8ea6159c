/** `npm start`: installs and builds what is missing, then becomes the launcher (apps/standalone). Needs no package itself. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  buildIfNeeded,
  checkNode,
  installIfNeeded,
  PreparationError,
  root,
} from './support/workspace.mjs';

try {
  checkNode();
  // As root the service account must be able to read what is installed and built, whatever root's own umask is.
  process.umask(0o022);
  installIfNeeded();
  buildIfNeeded();
} catch (error) {
  if (!(error instanceof PreparationError)) {
    throw error;
  }
  console.error(error.message);
  process.exit(1);
}

// A SIGTERM for npm ends npm and its shell, and is not passed on: their end is the sign to stop.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(watch);
      process.kill(process.pid, 'SIGTERM');
    }
  }, 250);
  watch.unref();
}

// In this very process: a second Node only to wait for the first would cost its memory for nothing.
await import(pathToFileURL(join(root, 'apps/standalone/dist/main.js')).href);
