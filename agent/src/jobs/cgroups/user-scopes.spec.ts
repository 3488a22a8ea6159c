import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemPath } from '../../runs/processes/launcher.js';
import { tryLimits } from './trial.js';
import { UserScopes } from './user-scopes.js';

/** A folder with a `systemd-run` of the spec's own: there is no service manager where specs run. */
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-scope-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const path = (): string => `${dir}:${systemPath}`;
const allowance = { memory: 'share', processes: 500 } as const;
const find = (): Promise<UserScopes | null> =>
  UserScopes.find(1000, allowance, 4, 5 * 1024 ** 3, dir, path());

/** Notes its arguments and runs the command; `memory.max` of the group is what the test says. */
function beSystemd(knows: (property: string) => boolean, bounds = '70254592\n67\n'): void {
  const refused = ['OOMPolicy=kill', 'MemoryMax=70254592'].filter((property) => !knows(property));
  const script = `#!/bin/sh
echo "$XDG_RUNTIME_DIR" >"${dir}/bus"
for word; do
  case $word in ${[...refused, 'none'].join(' | ')}) exit 1 ;; esac
  echo "$word" >>"${dir}/words"
done
while [ "$1" != -- ]; do shift; done
shift
[ -e "${dir}/tried" ] || { printf '${bounds.replaceAll('\n', '\\n')}'; exit 0; }
exec "$@"
`;
  writeFileSync(join(dir, 'systemd-run'), script, { mode: 0o755 });
}

describe('the scopes of an account', () => {
  it('limit a job, and keep the way to the service manager from it', async () => {
    beSystemd(() => true);
    const scopes = await find();
    expect(scopes?.findings).toEqual({ memory: null, processes: null });
    writeFileSync(join(dir, 'tried'), '');
    writeFileSync(join(dir, 'words'), '');
    const [command = '', ...args] = [
      ...(scopes?.command({ cpus: 1 }) ?? []),
      '/bin/sh',
      '-c',
      'env',
    ];
    const env = execFileSync(command, args, { env: { PATH: path() }, encoding: 'utf8' });
    expect(env).not.toContain('XDG_RUNTIME_DIR');
    expect(readFileSync(join(dir, 'bus'), 'utf8')).toBe(`${dir}\n`);
    const words = readFileSync(join(dir, 'words'), 'utf8').split('\n');
    // A quarter of what jobs have of 5 GiB, for one of four processors.
    expect(words).toEqual(
      expect.arrayContaining(['--user', '--scope', 'MemoryMax=1073741824', 'MemorySwapMax=0']),
    );
    const asked = (memoryBytes: number) => scopes?.command({ cpus: 1, memoryBytes });
    expect(asked(3_000_000)).toContain('MemoryMax=3000000');
    // No more than all jobs have together.
    expect(asked(9 * 1024 ** 3)).toContain('MemoryMax=4294967296');
    expect(scopes?.jobMemory).toEqual({ allBytes: 4 * 1024 ** 3, eachBytes: null });
    expect(words).toEqual(expect.arrayContaining(['TasksMax=500', 'OOMPolicy=kill']));
  });

  it('do without what an older systemd does not know', async () => {
    beSystemd((property) => property !== 'OOMPolicy=kill');
    expect((await find())?.command({ cpus: 1 })).not.toContain('OOMPolicy=kill');
  });

  it('are not relied on where they bound nothing, or are not there', async () => {
    expect(await find()).toBeNull();
    beSystemd(() => true, 'max\n67\n');
    expect(await find()).toBeNull();
    const nowhere = join(dir, 'nowhere');
    expect(await UserScopes.find(1000, allowance, 4, 5 * 1024 ** 3, nowhere, path())).toBeNull();
  });

  it('are a cure for what they bring, and for nothing else', async () => {
    beSystemd(() => true);
    const scopes = await find();
    const cures = Object.entries(await tryLimits(null, [0], dir));
    const brought = cures.filter(([, cure]) => cure?.includes('systemd --user'));
    expect(brought.map(([name]) => name)).toEqual(Object.keys(scopes?.findings ?? {}));
  });
});
