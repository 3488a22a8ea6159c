import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  allEndpoints,
  failureSchema,
  permissionOfMenu,
  permissions,
  type Endpoint,
  type Envelope,
} from '@clusterdesk/contracts';
import { menuSeed, type SeedMenu } from '../support/server/menu-seed.js';
import { ApiClient } from '../support/platform/api-client.js';
import { startContractServer, type ContractServer } from '../support/server/contract-server.js';

const envelope = z.strictObject({
  success: z.boolean(),
  code: z.number(),
  message: z.string(),
  result: z.unknown(),
});

const byName = (list: readonly Endpoint[]): [name: string, endpoint: Endpoint][] =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);

const isEnveloped = ({ transport }: Endpoint): boolean => transport !== 'raw';

let server: ContractServer;
let stranger: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  server = await startContractServer();
  stranger = new ApiClient(server.baseUrl);
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', server.adminPassword);
});

afterAll(() => server.stop());

const ask = async (
  client: ApiClient,
  endpoint: Endpoint,
  input: Record<string, unknown> = {},
): Promise<{ status: number; body: Envelope<unknown> }> => {
  const answer = await client.send(endpoint, input);
  const body = envelope.parse(await answer.json()) as Envelope<unknown>;
  return { status: answer.status, body };
};

/** Who may call is asked of every call by `access.test`. */
describe('permissions', () => {
  test('come with a built-in page, and no other menu has one', () => {
    const pagesOf = (menus: readonly SeedMenu[]): string[] =>
      menus.flatMap(({ id, children }) => (children ? pagesOf(children) : [id]));
    expect(Object.keys(permissionOfMenu).sort()).toEqual(pagesOf(menuSeed).sort());
    expect(new Set(permissions).size).toBe(permissions.length);
  });
});

/** What a turn does, and that a call waits for its own, is tried in turns.spec and disk-bounds.int.spec. */
test.each([
  ['/download/apply/add', 'content'],
  ['/download/apply/files', 'content'],
  ['/download/apply/checksum', 'measure'],
  ['/project/files', 'list'],
  ['/project/files/search', 'search'],
  ['/project/files/measure', 'measure'],
  ['/project/files/checksum', 'measure'],
  ['/user/info/disk', 'list'],
  ['/user/info/disk/find', 'search'],
  ['/user/info/disk/search', 'search'],
  ['/user/info/disk/measure', 'measure'],
  ['/user/info/disk/checksum', 'measure'],
  ['/share/files/search', 'search'],
  ['/user/info/list', 'search'],
  ['/log/list', 'search'],
  ['/log/export', 'export'],
])('%s costs much and has its own kind of turn', (path, turn) => {
  expect(allEndpoints.find((endpoint) => endpoint.path === path)?.turn).toBe(turn);
});

describe('what comes back', () => {
  const wrong = byName(allEndpoints).flatMap(([name, call]) => {
    const input = findWrongInput(call);
    return input ? [[name, call, input] as const] : [];
  });

  test.each(wrong)('%s: wrong parameters are named', async (_, call, input) => {
    const client = new ApiClient(server.baseUrl);
    client.token = admin.token;
    if (!isEnveloped(call)) {
      expect((await client.send(call, input)).status).toBe(400);
      return;
    }
    const { status, body } = await ask(client, call, input);
    expect([status, body.success, body.code]).toEqual([200, false, 400]);
    expect(Object.keys(failureSchema.parse(body.result).fields ?? {})).not.toEqual([]);
    expect(body.message).not.toBe('');
  });

  test('only a call without parameters has no wrong ones', () => {
    const without = allEndpoints.filter((call) => !findWrongInput(call));
    expect(without.filter((call) => parameterNames(call).length > 0)).toEqual([]);
  });

  const readable = allEndpoints.filter(
    (call) => isEnveloped(call) && !call.audited && call.input.safeParse({}).success,
  );
  test.each(byName(readable))('%s: what it promises', async (_, call) => {
    const { body } = await ask(admin, call);
    if (body.success) {
      expect(call.result.safeParse(body.result).error).toBeUndefined();
    } else {
      expect(failureSchema.safeParse(body.result).error).toBeUndefined();
      expect(body.code).not.toBe(500);
    }
  });

  test.each(byName(allEndpoints))('%s: is for no cache, done or refused', async (_, call) => {
    // What changes something is asked for wrongly here; it is refused by the same way out.
    const input = call.audited ? (findWrongInput(call) ?? null) : {};
    const answers = [await stranger.send(call, {})];
    if (input) {
      answers.push(await admin.send(call, input));
    }
    for (const answer of answers) {
      await answer.arrayBuffer();
      expect(answer.headers.get('cache-control')).toContain('no-store');
    }
  });

  const raw = byName(allEndpoints.filter((call) => !isEnveloped(call)));
  test.each(raw)('%s: where there are no bytes, the console can read why', async (_, call) => {
    const path = call.path.replace(':name', `${'0'.repeat(64)}.png`);
    const nobodys = new URLSearchParams({
      path: 'x',
      ticket: 'x',
      id: '1',
      code: 'x',
      jumpUrl: 'x',
    });
    for (const [language, word] of [
      ['zh-CN', /[一-鿿]/],
      ['en', /^[A-Z][^一-鿿]+$/],
    ] as const) {
      const answer = await fetch(`${server.baseUrl}/api${path}?${nobodys.toString()}`, {
        headers: { Accept: 'application/json, */*;q=0.5', 'Accept-Language': language },
        redirect: 'manual',
      });
      const { success, code, message, result } = envelope.parse(await answer.json());
      expect([success, code]).toEqual([false, answer.status]);
      expect(message).toMatch(word);
      expect(failureSchema.parse(result).error).not.toBe('');
    }
  });

  test('an unknown call is answered, too', async () => {
    const unknown = { ...allEndpoints[0], path: '/no/such/call' } as Endpoint;
    const { status, body } = await ask(admin, unknown);
    expect([status, body.success, body.code]).toEqual([200, false, 404]);
  });

  test('the API page describes every call', async () => {
    const answer = await fetch(`${server.baseUrl}/api/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const missing = allEndpoints.filter(({ method, path }) => {
      const key = path.replaceAll(/:(\w+)/g, '{$1}');
      return !paths[`/api${key}`]?.[method.toLowerCase()] && !paths[key]?.[method.toLowerCase()];
    });
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

function parameterNames({ input }: Endpoint): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

/** The first of some plainly bad inputs that the declaration refuses; null where anything goes. */
function findWrongInput(call: Endpoint): Record<string, unknown> | null {
  const tooLong = 'x'.repeat(5000);
  const candidates = [{}, ...parameterNames(call).map((name) => ({ [name]: tooLong }))];
  // A parameter of the path is always there: the client fills in a word for one that is not given.
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'missing']);
  const filled = Object.fromEntries(inPath) as Record<string, unknown>;
  return candidates.find((input) => !call.input.safeParse({ ...filled, ...input }).success) ?? null;
}
