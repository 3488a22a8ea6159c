import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleNamespace, endpoints, type ServerToConsole } from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { furnishHome, type Operation } from '@clusterdesk/tests/features/furnish-home.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { copies } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
});

afterAll(() => platform.close());

beforeEach(() => furnishHome(ann.home));

describe('moving', () => {
  const move = (paths: string[], dir = '/to', operation: Operation = '0') =>
    platform.call(ann, copies.move, { paths, dir, operation });

  it('puts entries into a folder and says where they are', async () => {
    expect(await move(['/数据', '/a.txt'])).toMatchObject({
      success: true,
      result: [
        { path: '/a.txt', newPath: '/to/a.txt' },
        { path: '/数据', newPath: '/to/数据' },
      ],
    });
    expect(await readdir(ann.home)).toEqual(['to']);
  });

  it('keeps both when told, and leaves what is there already', async () => {
    await writeFile(join(ann.home, 'to/a.txt'), 'there');
    expect(await move(['/a.txt', '/to/a.txt'], '/to', '2')).toMatchObject({
      result: [
        { path: '/a.txt', newPath: '/to/a (1).txt' },
        { path: '/to/a.txt', newPath: '/to/a.txt' },
      ],
    });
    expect(await readFile(join(ann.home, 'to/a.txt'), 'utf8')).toBe('there');
  });

  it('moves nothing when one of them may not', async () => {
    await mkdir(join(ann.home, 'to/数据'));
    expect(await move(['/a.txt', '/数据'])).toMatchObject({
      code: 409,
      result: { error: 'FILE_NAME_TAKEN' },
    });
    expect(await move(['/a.txt', '/none'])).toMatchObject({ code: 404 });
    expect(await move(['/a.txt', '/to'], '/to/数据')).toMatchObject({
      code: 400,
      result: { error: 'FILE_MOVE_INTO_ITSELF' },
    });
    expect(await readdir(ann.home)).toContain('a.txt');
  });

  it('replaces when told', async () => {
    await writeFile(join(ann.home, 'to/a.txt'), 'there');
    expect(await move(['/a.txt'], '/to', '1')).toMatchObject({
      result: [{ newPath: '/to/a.txt' }],
    });
    expect(await readFile(join(ann.home, 'to/a.txt'), 'utf8')).toBe('of a');
  });

  it('tells the windows about both folders', async () => {
    const socket: Socket<ServerToConsole> = io(platform.baseUrl + consoleNamespace, {
      auth: { token: ann.token },
      transports: ['websocket'],
    });
    try {
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      const changed: string[] = [];
      socket.on('filesChanged', ({ dir }) => void changed.push(dir));
      await move(['/数据/空', '/a.txt']);
      await waitFor('three folders', () => changed.length >= 3);
      expect(changed.sort()).toEqual(['/', '/to', '/数据']);
    } finally {
      socket.close();
    }
  });
});
