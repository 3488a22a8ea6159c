import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import {
  AttackedPlatform,
  installations,
  type Attacker,
} from '../support/platform/attacked-platform.js';
import { thief } from './address-thief.js';

/** Among the flags of /proc/<pid>/fdinfo. */
const closeOnExec = 0o2000000;

/** The inodes of the sockets of this host that listen on a port. */
function listenersOf(file: string, port: number): string[] {
  const lines = readFileSync(`/proc/net/${file}`, 'utf8').trim().split('\n').slice(1);
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === '0A' && Number.parseInt(local.split(':')[1] ?? '', 16) === port ? [inode] : [];
  });
}

/** What a process has open; nothing of one that is gone. */
function descriptorsOf(pid: number): { place: string; target: string }[] {
  const folder = `/proc/${pid}/fd`;
  const read = (place: string): { place: string; target: string }[] => {
    try {
      return [{ place, target: readlinkSync(`${folder}/${place}`) }];
    } catch {
      return [];
    }
  };
  return existsSync(folder) ? readdirSync(folder).flatMap(read) : [];
}

describe.each(installations)('the address of an installation $name', (installation) => {
  let attacked: AttackedPlatform;
  let mallory: Attacker;

  beforeAll(async () => {
    attacked = await AttackedPlatform.start(installation, { HOST: 'localhost' });
    mallory = await attacked.addUser('mallory');
  });
  afterAll(() => attacked?.stop());

  /** What a browser that is signed in hears there; null: nothing at all. */
  async function ask(host: string): Promise<string | null> {
    try {
      const answer = await fetch(
        `http://${host}:${attacked.port}/api${endpoints.account.detail.path}`,
        {
          headers: { Authorization: mallory.client.token ?? '' },
          signal: AbortSignal.timeout(20_000),
        },
      );
      return await answer.text();
    } catch {
      return null;
    }
  }

  test('is no job’s for a moment, in neither family, also while the server is down', async () => {
    const jobId = await mallory.submit(thief(attacked.port));
    await mallory.waitForWord(jobId, 'trying');
    const heard: (string | null)[] = [];
    const askAll = async (): Promise<void> => {
      heard.push(...(await Promise.all(['127.0.0.1', '[::1]', 'localhost'].map(ask))));
    };
    for (let count = 0; count < 10; count += 1) {
      await askAll();
    }
    expect(heard).not.toContain(null);
    for (let crash = 0; crash < 2; crash += 1) {
      const killed = await attacked.platform.kill('server');
      // From before the next server starts until it answers.
      for (let isBack = false; !isBack;) {
        await askAll();
        isBack = (await attacked.platform.pidOf('server')) !== killed && heard.at(-1) !== null;
      }
    }
    for (const answer of heard) {
      expect(answer ?? '').not.toContain('STOLEN');
    }
    expect(heard.at(-1)).toContain('mallory');
    await mallory.stop(jobId);
    const { output } = await mallory.waitForEnd(jobId);
    expect(output).toContain('trying');
    expect(output).not.toContain('GOT');
  });

  test('is held by launcher and server, and by nothing that they or others start', async () => {
    const inodes = ['tcp', 'tcp6'].flatMap((file) => listenersOf(file, attacked.port));
    expect(inodes.length).toBeGreaterThan(0);
    const { platform } = attacked;
    const held = [platform.pid, ...platform.listProcesses().map(({ pid }) => pid)].flatMap((pid) =>
      descriptorsOf(pid).flatMap(({ place, target }) =>
        inodes.some((inode) => target === `socket:[${inode}]`) ? [{ pid, place }] : [],
      ),
    );
    const holders = [...new Set(held.map(({ pid }) => pid))].sort();
    expect(holders).toEqual([platform.pid, await platform.pidOf('server')].sort());
    for (const { pid, place } of held) {
      const flags = /^flags:\t([0-7]+)$/m.exec(
        readFileSync(`/proc/${pid}/fdinfo/${place}`, 'utf8'),
      );
      expect(Number.parseInt(flags?.[1] ?? '0', 8) & closeOnExec).toBe(closeOnExec);
    }
  });
});
