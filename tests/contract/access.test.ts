import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  allEndpoints,
  failureSchema,
  permissionOfMenu,
  type Access,
  type Endpoint,
  type Permission,
} from '@clusterdesk/contracts';
import { isLongRun } from '../support/long-run.js';
import { menuSeed, type SeedMenu } from '../support/server/menu-seed.js';
import { addUser } from '../support/platform/add-user.js';
import { ApiClient } from '../support/platform/api-client.js';
import { startContractServer, type ContractServer } from '../support/server/contract-server.js';

/** A page of the console: a menu without children. */
interface PageMenu {
  url: string;
  permission: Permission;
  isForUsers: boolean;
}

const permissionOf = (id: string): Permission => {
  const found = (permissionOfMenu as Record<string, Permission>)[id];
  if (!found) {
    throw new Error(`The page ${id} permits nothing.`);
  }
  return found;
};

const pagesOf = (menus: readonly SeedMenu[]): PageMenu[] =>
  menus.flatMap(({ id, url, isForUsers = false, children }) =>
    children ? pagesOf(children) : [{ url, permission: permissionOf(id), isForUsers }],
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

let server: ContractServer;
/** Nobody, somebody without menus, an ordinary user, and the administrator. */
const everywhere: Actor[] = [];
/** For each page somebody with only that page, in the order of the pages. */
const holders: Actor[] = [];

beforeAll(async () => {
  server = await startContractServer();
  const clientWith = (token: string): ApiClient => {
    const client = new ApiClient(server.baseUrl);
    client.token = token;
    return client;
  };
  const admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', server.adminPassword);
  const ordinary = await addUser(admin, 'ordinary');
  const ofUsers = pages.filter(({ isForUsers }) => isForUsers);
  everywhere.push(
    {
      name: 'no token',
      client: new ApiClient(server.baseUrl),
      mayCall: (access) => access === 'public' || access === 'ticket',
    },
    {
      name: 'a user without menus',
      client: clientWith((await server.addUser('menuless', [])).token),
      mayCall: forPermissions([]),
    },
    {
      name: 'an ordinary user',
      client: ordinary.client,
      mayCall: forPermissions(ofUsers.map(({ permission }) => permission)),
    },
    {
      name: 'the administrator',
      client: admin,
      mayCall: () => true,
    },
  );
  for (const [index, { url, permission }] of pages.entries()) {
    holders.push({
      name: `only ${url}`,
      client: clientWith((await server.addUser(`only-${index}`, [url])).token),
      mayCall: forPermissions([permission]),
    });
  }
});

afterAll(() => server.stop());

const envelope = z.strictObject({
  success: z.boolean(),
  code: z.number(),
  message: z.string(),
  result: z.unknown(),
});

type Outcome = 'let in' | 'not signed in' | 'not allowed';

/** What the border says, in the form that is promised; what comes behind it (a parameter is missing) is another matter. */
async function outcomeOf(client: ApiClient, endpoint: Endpoint): Promise<Outcome> {
  // Without an id it takes a backup, and waits for a worker that is not there.
  const input = endpoint.path === '/backup/export' ? { id: randomUUID() } : {};
  const answer = await client.send(endpoint, input);
  if (endpoint.transport === 'raw') {
    await answer.arrayBuffer();
    const refusals: Record<number, Outcome> = { 401: 'not signed in', 403: 'not allowed' };
    return refusals[answer.status] ?? 'let in';
  }
  const { success, code, result } = envelope.parse(await answer.json());
  const error = success ? null : failureSchema.parse(result).error;
  const said = [answer.status, success, code];
  if (error === 'SESSION_NOT_SIGNED_IN') {
    expect(said).toEqual([401, false, 401]);
    return 'not signed in';
  }
  if (error === 'ACCESS_NOT_ALLOWED') {
    expect(said).toEqual([200, false, 403]);
    return 'not allowed';
  }
  return 'let in';
}

function declaredFor({ name, mayCall }: Actor, { access }: Endpoint): Outcome {
  if (mayCall(access)) {
    return 'let in';
  }
  return name === 'no token' ? 'not signed in' : 'not allowed';
}

const kindOf = ({ access }: Endpoint): string => {
  if (typeof access === 'string') {
    return access;
  }
  return access.anyPermission.length === 1 ? 'one permission' : 'one of several permissions';
};

/** Signing out ends the session that the other calls need. */
const isSignOut = ({ path }: Endpoint): boolean => path === '/user/info/logout';
const inOrder = [
  ...allEndpoints.filter((endpoint) => !isSignOut(endpoint)),
  ...allEndpoints.filter(isSignOut),
];
const firstOfKind = new Set(
  [...new Set(inOrder.map(kindOf))].map((kind) => inOrder.find((one) => kindOf(one) === kind)),
);

/**
 * Who tries a call: everybody for the first call of each kind of declaration. For the others those are alike who hold none of the
 * permissions it names, so that one of them speaks for all, another one from call to call.
 */
function actorsFor(endpoint: Endpoint, index: number): Actor[] {
  const named = holders.filter(
    ({ mayCall }, at) =>
      at === index % holders.length ||
      (typeof endpoint.access === 'object' && mayCall(endpoint.access)),
  );
  const isWhole = isLongRun || firstOfKind.has(endpoint);
  return [...everywhere, ...(isWhole ? holders : named)];
}

describe('each call lets in exactly those whom its declaration names', () => {
  test.each(
    inOrder.map(
      (endpoint, index) => [`${endpoint.method} ${endpoint.path}`, endpoint, index] as const,
    ),
  )('%s', async (_, endpoint, index) => {
    const outcomes: [string, Outcome][] = [];
    const declared: [string, Outcome][] = [];
    for (const actor of actorsFor(endpoint, index)) {
      outcomes.push([actor.name, await outcomeOf(actor.client, endpoint)]);
      declared.push([actor.name, declaredFor(actor, endpoint)]);
    }
    expect(outcomes).toEqual(declared);
  });

  test('each page of the console has someone with only that page', () => {
    expect(holders).toHaveLength(pages.length);
    expect(pages.length).toBeGreaterThan(15);
    // `addUser` takes pages by their addresses.
    expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
  });
});
