import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCommandLine } from '@clusterdesk/host';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { parseXauthority, readCookie } from './x-cookie.js';

const isRoot = process.getuid?.() === 0;

describe('a file of cookies', () => {
  const field = (data: string | Buffer): Buffer => {
    const bytes = Buffer.from(data);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const entry = (name: string, cookie: Buffer): Buffer =>
    Buffer.concat([Buffer.from([1, 0]), field('host'), field('1'), field(name), field(cookie)]);

  const cookie = Buffer.alloc(16, 7);

  it('gives the first that we know how to show', () => {
    const content = Buffer.concat([
      entry('XDM-AUTHORIZATION-1', Buffer.alloc(8)),
      entry('MIT-MAGIC-COOKIE-1', cookie),
    ]);
    expect(parseXauthority(content)).toEqual(cookie);
    expect(parseXauthority(content.subarray(0, 20))).toBeNull();
    expect(parseXauthority(Buffer.alloc(0))).toBeNull();
  });

  describe('that a server was started with', () => {
    let folder: string;
    const servers: ChildProcess[] = [];
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'clusterdesk-cookies-'));
    });
    afterAll(() => {
      servers.forEach((server) => server.kill('SIGKILL'));
      rmSync(folder, { recursive: true, force: true });
    });

    const write = (name: string): string => {
      const path = join(folder, name);
      writeFileSync(path, entry('MIT-MAGIC-COOKIE-1', cookie));
      return path;
    };

    /** What is read for a process of this account that names this file. */
    async function readFor(auth: string): Promise<Buffer | null> {
      const words = ['-e', 'setTimeout(() => undefined, 60_000)', '--', '-auth', auth];
      const server = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
      servers.push(server);
      const pid = server.pid ?? 0;
      await waitFor('the process', () => readCommandLine(pid).includes('-auth'));
      return readCookie({ pid, uid: process.getuid?.() ?? 0 });
    }

    it('is found where it lies, and beside the server when the path is relative', async () => {
      expect(await readFor(write('absolute'))).toEqual(cookie);
      write('relative');
      expect(await readFor('relative')).toEqual(cookie);
    });

    it('is not waited for, and neither is one that is missing or no file', async () => {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      expect(await readFor('pipe')).toBeNull();
      expect(await readFor('missing')).toBeNull();
      expect(await readFor('.')).toBeNull();
    });

    it('is not read when it is larger than any', async () => {
      writeFileSync(join(folder, 'large'), entry('MIT-MAGIC-COOKIE-1', cookie));
      writeFileSync(join(folder, 'large'), Buffer.alloc(64 * 1024 + 1), { flag: 'a' });
      expect(await readFor('large')).toBeNull();
    });

    (isRoot ? it : it.skip)('is not read when it is of another account', async () => {
      const foreign = write('foreign');
      chownSync(foreign, 9, 9);
      symlinkSync(foreign, join(folder, 'link'));
      expect(await readFor('foreign')).toBeNull();
      expect(await readFor('link')).toBeNull();
    });
  });
});
