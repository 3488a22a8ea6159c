import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { clientTools } = endpoints;

let platform: SpecPlatform;
let guest: SpecUser;
let dir: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  guest = await platform.addUser('guest', []);
  dir = join(platform.config.dataDir, 'client-tools');
});

afterAll(() => platform.close());

beforeEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const list = async (): Promise<{ id: string; name: string }[]> =>
  (await platform.call(guest, clientTools.list, {})).result;

function download(id: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = new URL(`/api${clientTools.download.path}`, platform.baseUrl);
  url.searchParams.set('id', id);
  return fetch(url, { headers: { authorization: guest.token, ...headers } });
}

it('lists nothing where the operator has put nothing', async () => {
  expect(await list()).toEqual([]);
});

it('says what each tool is, and leaves out everything else', async () => {
  await mkdir(join(dir, 'folder.exe'), { recursive: true });
  for (const name of [
    'ClusterDesk-2.10.3-setup.exe',
    'client.MSI',
    'ClusterDesk 1.4.dmg',
    'sync-3.0.0-beta.2.pkg',
    'Tool.AppImage',
    'clusterdesk_0.9_amd64.deb',
    'README.md',
    'run.sh',
  ]) {
    await writeFile(join(dir, name), 'tool');
  }
  await symlink(join(platform.config.dataDir, 'secret'), join(dir, 'link.exe'));
  await symlink('README.md', join(dir, 'link.dmg'));
  execFileSync('mkfifo', [join(dir, 'pipe.deb')]);
  const tools = (await platform.call(guest, clientTools.list, {})).result;
  expect(tools.map(({ name, platform, version, size }) => [name, platform, version, size])).toEqual(
    [
      ['ClusterDesk 1.4.dmg', 'Mac', '1.4', 4],
      ['ClusterDesk-2.10.3-setup.exe', 'Win', '2.10.3', 4],
      ['Tool.AppImage', 'Linux', '', 4],
      ['client.MSI', 'Win', '', 4],
      ['clusterdesk_0.9_amd64.deb', 'Linux', '0.9', 4],
      ['sync-3.0.0-beta.2.pkg', 'Mac', '3.0.0-beta.2', 4],
    ],
  );
  // The same id next time.
  expect((await list()).map(({ id }) => id)).toEqual(tools.map(({ id }) => id));
});

it('sends a tool, whole or in part, as an attachment', async () => {
  await mkdir(dir);
  await writeFile(join(dir, '客户端 1.0.exe'), '0123456789');
  const [tool] = await list();
  const whole = await download(tool?.id ?? '');
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-disposition')).toContain('attachment');
  expect(whole.headers.get('content-disposition')).toContain(encodeURIComponent('客户端 1.0.exe'));
  expect(await whole.text()).toBe('0123456789');
  const part = await download(tool?.id ?? '', { range: 'bytes=2-4' });
  expect([part.status, await part.text()]).toEqual([206, '234']);
});

it('gives a ticket with which the browser fetches a tool by itself, once', async () => {
  await mkdir(dir);
  await writeFile(join(dir, 'client 1.0.exe'), '0123456789');
  const id = (await list())[0]?.id ?? '';
  const ask = () => platform.call(guest, clientTools.getToolPath, { id });
  const fetchTool = (ticket: string): Promise<Response> => {
    const url = new URL(`/api${clientTools.fetchTool.path}`, platform.baseUrl);
    url.searchParams.set('ticket', ticket);
    return fetch(url);
  };
  const ticket = (await ask()).result;
  const tool = await fetchTool(ticket);
  expect([tool.status, await tool.text()]).toEqual([200, '0123456789']);
  expect((await fetchTool(ticket)).status).toBe(404);
  const later = (await ask()).result;
  await rm(join(dir, 'client 1.0.exe'));
  expect((await fetchTool(later)).status).toBe(404);
  expect((await ask()).code).toBe(404);
  expect((await platform.call(null, clientTools.getToolPath, { id })).code).toBe(401);
});

it('knows no path for an id, and nobody without a session', async () => {
  await mkdir(dir);
  await writeFile(join(dir, 'a.exe'), 'tool');
  await writeFile(join(platform.config.dataDir, 'b.exe'), 'secret');
  for (const id of ['../b.exe', 'a.exe', '..', '%2e%2e/b.exe', '/etc/passwd']) {
    const answer = await download(id);
    expect(await answer.text()).not.toContain('secret');
    expect([id, answer.status]).toEqual([id, 404]);
  }
  expect((await download('x\0y')).status).toBe(400);
  const [tool] = await list();
  await rm(join(dir, 'a.exe'));
  await symlink(join(platform.config.dataDir, 'b.exe'), join(dir, 'a.exe'));
  expect(await (await download(tool?.id ?? '')).text()).not.toContain('secret');
  expect((await platform.call(null, clientTools.list, {})).code).toBe(401);
  expect((await download(tool?.id ?? '', { authorization: '' })).status).toBe(401);
});
