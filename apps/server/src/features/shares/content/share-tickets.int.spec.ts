import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';

const { disk, shares } = endpoints;
const everything = ['/myDoc', '/myShare', '/receiveShare'];

let platform: SpecPlatform;
let spec: SpecShareRows;
let owner: SpecUser;
let receiver: SpecUser;
let shareId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecShareRows(platform);
  owner = await platform.addUser('owner', everything);
  receiver = await platform.addUser('receiver', everything);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await spec.clear(owner);
  await mkdir(join(owner.home, 'data'));
  await writeFile(join(owner.home, 'data/a.txt'), 'first');
  await writeFile(join(owner.home, 'data/b.txt'), 'other');
  shareId = await spec.add(owner, ['/data/a.txt', '/data/b.txt'], { receivers: [receiver] });
});

async function ticketFor(path: string): Promise<string> {
  const { result } = await platform.call(receiver, shares.getDownloadPath, {
    id: shareId,
    paths: [path],
  });
  return String(result);
}

async function fetchTicket(token: string): Promise<{ status: number; text: string }> {
  const { path } = endpoints.downloads.download;
  const answer = await fetch(`${platform.baseUrl}/api${path}?path=${encodeURIComponent(token)}`);
  return { status: answer.status, text: await answer.text() };
}

async function move(path: string, newPath: string): Promise<void> {
  expect(await platform.call(owner, disk.rename, { path, newPath })).toMatchObject({
    success: true,
  });
}

describe('a ticket for a shared file', () => {
  it('never gives another file, also when two entries have changed their names', async () => {
    const token = await ticketFor('/a.txt');
    expect(await fetchTicket(token)).toEqual({ status: 200, text: 'first' });
    await move('/data/a.txt', '/data/c.txt');
    expect(await fetchTicket(token)).toMatchObject({ status: 404 });
    await move('/data/b.txt', '/data/a.txt');
    expect(await fetchTicket(token)).toMatchObject({ status: 409 });
    await move('/data/c.txt', '/data/b.txt');
    const swapped = await fetchTicket(token);
    expect(swapped).toMatchObject({ status: 409 });
    expect(swapped.text).not.toContain('other');
    expect(await fetchTicket(await ticketFor('/b.txt'))).toEqual({ status: 200, text: 'first' });
  });

  it('gives the file with what was written to it since', async () => {
    const token = await ticketFor('/a.txt');
    await writeFile(join(owner.home, 'data/a.txt'), 'first, and more');
    expect(await fetchTicket(token)).toEqual({ status: 200, text: 'first, and more' });
    await rename(join(owner.home, 'data/b.txt'), join(owner.home, 'data/a.txt'));
    expect(await fetchTicket(token)).toMatchObject({ status: 409 });
  });
});
