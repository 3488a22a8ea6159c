import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const catalogue = fileURLToPath(
  new URL('../../../../../../../deploy/applications', import.meta.url),
);
let bin: string;

/** Stands for the package tools of a host: what is installed is a file, and each call of apt-get is noted. */
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'clusterdesk-apt-'));
  const write = (name: string, script: string): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  write('apt-get', `echo "$DEBIAN_FRONTEND $*" >>'${bin}/calls'`);
  write('dpkg-query', `[ -e '${bin}/installed' ] && printf installed`);
});
afterEach(() => rmSync(bin, { recursive: true, force: true }));

function run(name: string, action: string): { status: number | null; calls: string } {
  const calls = join(bin, 'calls');
  rmSync(calls, { force: true });
  const { status } = spawnSync('/bin/sh', [join(catalogue, name, `${action}.sh`)], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    cwd: '/',
  });
  return { status, calls: existsSync(calls) ? readFileSync(calls, 'utf8') : '' };
}

it.each(['htop', 'tmux', 'tree'])(
  '%s is installed, updated and removed without a question, and a second time without harm',
  (name) => {
    const asks = new RegExp(`^noninteractive .*-y .*install ${name}$`, 'm');
    expect(run(name, 'install')).toEqual({ status: 0, calls: expect.stringMatching(asks) });
    expect(run(name, 'uninstall')).toEqual({ status: 0, calls: '' });
    writeFileSync(join(bin, 'installed'), '');
    expect(run(name, 'install')).toEqual({ status: 0, calls: '' });
    expect(run(name, 'update')).toEqual({ status: 0, calls: expect.stringMatching(asks) });
    const removes = new RegExp(`^noninteractive .*-y .*purge ${name}$`, 'm');
    expect(run(name, 'uninstall')).toEqual({ status: 0, calls: expect.stringMatching(removes) });
  },
);
