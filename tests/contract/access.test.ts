import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  allEndpoints,
  permissionOfMenu,
  type Access,
  type Endpoint,
  type Permission,
} from '@clusterdesk/contracts';
import { menuSeed, type SeedMenu } from '../support/server/menu-seed.js';
import { ApiClient } from '../support/platform/api-client.js';
import { adminPassword, startTestServer, type TestServer } from '../support/server/test-server.js';
import { createUser, userPassword } from '../support/server/test-users.js';

jest.setTimeout(120_000);

/** A page of the console: a menu without children, and what stands above it. */
interface PageMenu {
  url: string;
  permission: Permission;
  ids: string[];
  isForUsers: boolean;
}

const permissionOf = (id: string): Permission => {
  const found = (permissionOfMenu as Record<string, Permission>)[id];
  if (!found) {
    throw new Error(`The page ${id} permits nothing.`);
  }
  return found;
};

const pagesOf = (menus: readonly SeedMenu[], above: string[] = []): PageMenu[] =>
  menus.flatMap(({ id, url, isForUsers = false, children }) =>
    children
      ? pagesOf(children, [...above, id])
      : [{ url, permission: permissionOf(id), ids: [...above, id], isForUsers }],
  );
const pages = pagesOf(menuSeed);

/** Someone who calls, and what the declaration must say for the call to be let in. */
interface Actor {
  name: string;
  client: ApiClient;
  mayCall: (access: Access) => boolean;
}

const forPermissions =
  (held: readonly Permission[]) =>
  (access: Access): boolean =>
    typeof access === 'string' ||
    access.anyPermission.some((permission) => held.includes(permission));

let server: TestServer;
const actors: Actor[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const enter = async (name: string, userName: string, password = userPassword) => {
    const client = new ApiClient(server.baseUrl);
    await client.signIn(userName, password);
    return { name, client };
  };
  actors.push({
    name: 'no token',
    client: new ApiClient(server.baseUrl),
    mayCall: (access) => access === 'public' || access === 'ticket',
  });
  await createUser(server, 'ordinary');
  actors.push({
    ...(await enter('an ordinary user', 'ordinary')),
    mayCall: forPermissions(
      pages.filter(({ isForUsers }) => isForUsers).map(({ permission }) => permission),
    ),
  });
  actors.push({
    ...(await enter('the administrator', 'admin', adminPassword)),
    mayCall: () => true,
  });
  await createUser(server, 'menuless', []);
  actors.push({
    ...(await enter('a user without menus', 'menuless')),
    mayCall: forPermissions([]),
  });
  for (const [index, { url, permission, ids }] of pages.entries()) {
    await createUser(server, `only-${index}`, ids);
    actors.push({
      ...(await enter(`only ${url}`, `only-${index}`)),
      mayCall: forPermissions([permission]),
    });
  }
});

afterAll(() => server.stop());

/** Whether the border let the call in; what it says afterwards (a parameter is missing) is another matter. */
async function isLetIn(client: ApiClient, endpoint: Endpoint): Promise<boolean> {
  const answer = await client.send(endpoint, {});
  const text = await answer.text();
  if (endpoint.transport === 'raw') {
    return answer.status !== 401 && answer.status !== 403;
  }
  return !/"error":"(SESSION_NOT_SIGNED_IN|ACCESS_NOT_ALLOWED)"/.test(text);
}

/** Signing out ends the session that the other calls need. */
const isSignOut = ({ path }: Endpoint): boolean => path === '/user/info/logout';
const inOrder = [
  ...allEndpoints.filter((endpoint) => !isSignOut(endpoint)),
  ...allEndpoints.filter(isSignOut),
];

describe('each call lets in exactly those whom its declaration names', () => {
  test.each(inOrder.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const letIn: string[] = [];
      for (const { name, client } of actors) {
        if (await isLetIn(client, endpoint)) {
          letIn.push(name);
        }
      }
      const declared = actors.filter(({ mayCall }) => mayCall(endpoint.access));
      expect(letIn).toEqual(declared.map(({ name }) => name));
    },
  );

  test('each page of the console has someone with only that page', () => {
    expect(actors.filter(({ name }) => name.startsWith('only /'))).toHaveLength(pages.length);
    expect(pages.length).toBeGreaterThan(15);
  });
});
