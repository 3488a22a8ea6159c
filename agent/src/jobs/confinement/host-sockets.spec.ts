import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findHostSockets } from './host-sockets.js';

let dir: string;
let server: Server;

beforeEach(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'host-sockets-')));
  mkdirSync(join(dir, 'run'));
  symlinkSync('run', join(dir, 'var-run'));
  server = createServer().listen(join(dir, 'run/service.sock'));
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
  rmSync(dir, { recursive: true });
});

/** The kernel's table, where the owner has named its socket so. */
function find(named: string, covers: string[]): string[] {
  const table = join(dir, 'table');
  const head = 'Num       RefCount Protocol Flags    Type St Inode Path\n';
  writeFileSync(
    table,
    `${head}0000000000000000: 00000002 00000000 00010000 0001 01 4711 ${named}\n`,
  );
  return findHostSockets({ visible: [], covers, scratch: [] }, [], table);
}

describe('a socket of the host', () => {
  it.each(['run', 'var-run'])('that its owner named by %s is found where it lies', (folder) => {
    expect(find(join(dir, folder, 'service.sock'), [])).toEqual([join(dir, 'run/service.sock')]);
  });

  it('is out of sight in a covered folder, by whichever name', () => {
    expect(find(join(dir, 'var-run/service.sock'), [join(dir, 'run')])).toEqual([]);
  });

  it('that is gone is none', () => {
    expect(find(join(dir, 'run/other.sock'), [])).toEqual([]);
    expect(find(join(dir, 'none/other.sock'), [])).toEqual([]);
  });
});
