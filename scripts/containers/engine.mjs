import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryDocker } from './docker.mjs';

/** The process number of an engine that we started. */
const pidFile = join(tmpdir(), 'clusterdesk-dockerd.pid');
const startTries = 300;
const tryEveryMs = 100;
/** An engine that hangs takes calls and never answers them. */
const answerMs = 20_000;

const engineAnswers = () => tryDocker(['info'], { timeoutMs: answerMs });

/** Sees that a Docker engine answers: starts one, and as root installs Debian's, where none does. */
export async function startEngine(say) {
  if (engineAnswers()) {
    return;
  }
  if (process.getuid() !== 0) {
    throw new Error('No Docker engine answers: start one, or run this as root.');
  }
  installPackages(['docker.io', 'iptables'], 'dockerd', say);
  const log = openSync(join(tmpdir(), 'clusterdesk-dockerd.log'), 'a');
  const engine = spawn('dockerd', [], { detached: true, stdio: ['ignore', log, log] });
  engine.unref();
  writeFileSync(pidFile, String(engine.pid));
  for (let tries = 0; !engineAnswers(); tries++) {
    if (tries === startTries || engine.exitCode !== null) {
      throw new Error(`dockerd does not answer: see ${join(tmpdir(), 'clusterdesk-dockerd.log')}.`);
    }
    await delay(tryEveryMs);
  }
  say(`Started dockerd (process ${engine.pid}).`);
}

/** Ends the engine that `startEngine` started; any other is left alone. */
export function stopEngine(say) {
  if (!existsSync(pidFile)) {
    return;
  }
  const pid = Number(readFileSync(pidFile, 'utf8'));
  rmSync(pidFile);
  // Since then the number may have become another program's.
  if (
    existsSync(`/proc/${pid}/comm`) &&
    readFileSync(`/proc/${pid}/comm`, 'utf8') === 'dockerd\n'
  ) {
    process.kill(pid, 'SIGTERM');
    say(`Stopped dockerd (process ${pid}).`);
  }
}

/** Installs packages of Debian unless `program` is there. */
export function installPackages(packages, program, say) {
  if (['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program)))) {
    return;
  }
  say(`Installing ${packages.join(', ')} ...`);
  const apt = (...args) => {
    const { status } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      throw new Error(`apt-get ${args[0]} failed.`);
    }
  };
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
