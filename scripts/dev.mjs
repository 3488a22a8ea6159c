/**
 * `npm run dev`: builds once, then rebuilds what changes and starts everything again when the server's, the worker's, the agent's or
 * the launcher's program did. The console runs in Vite's own server, with hot reload, and passes `/api` on.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, checkNode, installIfNeeded, root } from './support/workspace.mjs';

const quietMs = 300;
const rolldown = ['rolldown', '-c', 'rolldown.config.mjs', '--watch'];
const watchers = [
  { folder: 'apps/server', command: rolldown },
  { folder: 'apps/standalone', command: rolldown },
  { folder: 'agent', command: ['npm', 'run', 'build', '--', '--watch=forever'] },
  { folder: 'apps/console', command: ['vite'] },
];

checkNode();
installIfNeeded();
buildIfNeeded();

const children = watchers.map(({ folder, command }) => {
  const [program, ...args] = command[0] === 'npm' ? command : ['npx', '--no-install', ...command];
  return spawn(program, args, { cwd: join(root, folder), stdio: ['ignore', 'inherit', 'inherit'] });
});

let launcher = null;
let isStopping = false;
let isRestartAsked = false;

function launch() {
  isRestartAsked = false;
  launcher = spawn(process.execPath, [join(root, 'apps/standalone/dist/main.js')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Ctrl-C reaches this process, which passes it on.
    detached: true,
  });
  launcher.once('exit', () => {
    launcher = null;
    if (isStopping) {
      process.exit(0);
    }
    if (isRestartAsked) {
      launch();
    }
  });
}

function restart() {
  if (launcher) {
    isRestartAsked = true;
    launcher.kill('SIGTERM');
  } else {
    launch();
  }
}

let timer;
for (const folder of ['apps/server/dist', 'apps/standalone/dist', 'agent/dist']) {
  watch(join(root, folder), () => {
    clearTimeout(timer);
    timer = setTimeout(restart, quietMs);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true;
    children.forEach((child) => child.kill());
    if (launcher) {
      launcher.kill('SIGTERM');
    } else {
      process.exit(0);
    }
  });
}
launch();
