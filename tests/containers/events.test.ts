import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { addUser, type SignedInUser } from '../support/platform/add-user.js';
import { ApiClient } from '../support/platform/api-client.js';
import { connectConsole, type TestConsole } from '../support/server/test-console.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(240_000);

const developPassword = 'develop-1';

let platform: ContainerPlatform;
let admin: ApiClient;
const opened: TestConsole[] = [];

beforeAll(async () => {
  platform = await ContainerPlatform.start({
    servers: 2,
    workers: 1,
    env: { DEVELOP_PASSWORD: developPassword },
  });
  admin = await platform.signIn();
});
afterEach(() => opened.splice(0).forEach((window) => window.close()));
afterAll(() => platform?.stop());

/** The same session, straight to one server. */
const at = ({ client }: SignedInUser, server: number): ApiClient =>
  Object.assign(new ApiClient(platform.server(server).url), { token: client.token });

/** A user's window at a server, with all that it hears, as text. */
async function listen(user: SignedInUser, server: number): Promise<[TestConsole, string[]]> {
  const heard: string[] = [];
  const { url, token } = at(user, server);
  const window = await connectConsole(url, token ?? '');
  opened.push(window);
  window.socket.onAny((...words: unknown[]) => heard.push(JSON.stringify(words)));
  return [window, heard];
}

const hasHeard = (heard: readonly string[], word: string): boolean =>
  heard.some((text) => text.includes(word));

test('what one user does at either server is told to that user at both, and to nobody else', async () => {
  const ann = await addUser(admin, 'ann');
  const ben = await addUser(admin, 'ben');
  const [[, ann0], [, ann1], [, ben0], [, ben1]] = await Promise.all([
    listen(ann, 0),
    listen(ann, 1),
    listen(ben, 0),
    listen(ben, 1),
  ]);
  for (const server of [0, 1]) {
    const dir = `/of-ann-${server}`;
    await at(ann, server).expectOk(endpoints.disk.mkdir, { path: dir });
    await at(ann, server).expectOk(endpoints.disk.mkdir, { path: `${dir}/in-it` });
    await waitFor('both windows to hear of it', () =>
      [ann0, ann1].every((heard) => hasHeard(heard, dir)),
    );
  }
  // What comes later shows that nothing else was on its way.
  for (const server of [0, 1]) {
    const dir = `/of-ben-${server}`;
    await at(ben, server).expectOk(endpoints.disk.mkdir, { path: dir });
    await at(ben, server).expectOk(endpoints.disk.mkdir, { path: `${dir}/in-it` });
    await waitFor('both windows to hear of it', () =>
      [ben0, ben1].every((heard) => hasHeard(heard, dir)),
    );
  }
  expect([...ben0, ...ben1].filter((text) => text.includes('of-ann'))).toEqual([]);
  expect([...ann0, ...ann1].filter((text) => text.includes('of-ben'))).toEqual([]);
});

test('a share that is made at one server is told at the other, to its receiver alone', async () => {
  const [owner, receiver, other] = await Promise.all(
    ['owner', 'receiver', 'other'].map((name) => addUser(admin, name)),
  );
  const [, toReceiver] = await listen(receiver!, 1);
  const [, toOther] = await listen(other!, 1);
  await at(owner!, 0).expectOk(endpoints.disk.mkdir, { path: '/shared' });
  const share = async (user: SignedInUser): Promise<string> => {
    const users = [{ id: user.id }];
    const input = { paths: ['/shared'], shareType: 1 as const, users };
    return (await at(owner!, 0).expectOk(endpoints.shares.add, input)).result.id;
  };
  const first = await share(receiver!);
  await waitFor('the receiver to hear of it', () => hasHeard(toReceiver, first));
  const second = await share(other!);
  await waitFor('the other to hear of another', () => hasHeard(toOther, second));
  expect(hasHeard(toOther, first)).toBe(false);
  expect(hasHeard(toReceiver, second)).toBe(false);
});

test('a session that ends at one server ends at the other: its socket, and its calls', async () => {
  const user = await addUser(admin, 'leaver');
  const [window] = await listen(user, 1);
  await at(user, 0).expectOk(endpoints.sessions.logout, {});
  expect(await window.revoked).not.toBe('');
  const answer = await at(user, 1).call(endpoints.disk.list, {});
  expect(answer.httpStatus).toBe(401);
});

test('a role that is taken away at one server is taken away at the other', async () => {
  const user = await addUser(admin, 'reduced');
  const { result: roles } = await admin.expectOk(endpoints.roles.list, {});
  const roleId = roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '';
  const [window] = await listen(user, 1);
  await at(user, 1).expectOk(endpoints.disk.list, {});
  const [first] = await platform.signInAt(platform.server(0));
  await first!.expectOk(endpoints.roles.removeUsers, { roleId, userIds: [user.id] });
  await waitFor('the window to be told', () => window.menusChanged() > 0);
  expect((await at(user, 1).call(endpoints.disk.list, {})).code).toBe(403);
});

test('a user who is frozen at one server is out at the other', async () => {
  const user = await addUser(admin, 'frozen');
  const [window] = await listen(user, 1);
  const [first] = await platform.signInAt(platform.server(0));
  await first!.expectOk(endpoints.users.freeze, { id: user.id, freeze: 1 });
  await window.revoked;
  expect((await at(user, 1).call(endpoints.disk.list, {})).success).toBe(false);
});

test('what a server keeps of the settings is dropped when they change at the other', async () => {
  const develop = await Promise.all(
    platform.servers.map(async ({ url }) => {
      const client = new ApiClient(url);
      await client.signIn('develop', developPassword);
      return client;
    }),
  );
  const shown = async (client: ApiClient): Promise<string | undefined> =>
    (await client.expectOk(endpoints.operations.publicConfigs, {})).result.copyrightInfo.cn
      .copyright;
  for (const [index, client] of develop.entries()) {
    const copyrightInfo = `© ${index}`;
    // Each has what held before in its memory.
    await Promise.all(develop.map(shown));
    await client.expectOk(endpoints.branding.save, { copyrightInfo });
    await waitFor('both to show it', async () =>
      (await Promise.all(develop.map(shown))).every((text) => text === copyrightInfo),
    );
  }
});
