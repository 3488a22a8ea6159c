import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { allEndpoints, endpoints, type Endpoint } from '@clusterdesk/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import { signIn } from '../support/server/test-server.js';
import { eachOf } from '../support/attack/each-of.js';
import { isLongRun } from '../support/long-run.js';
import { SpecPlatform } from '../support/server/spec-platform.js';

/** A failure is the same one in every run; another number looks elsewhere. Each kind of body is sent to each call. */
const seed = 20_261_122;
const requestsPerCall = isLongRun ? 20 : 5;
/** A call that takes longer hangs: the limit of any wait of the tests. */
const slowMs = 60_000;

/** They end the session that asks, whatever they are given. */
const isEndOfSession = ({ path }: Endpoint): boolean =>
  ['/user/info/logout', '/user/info/update/password'].includes(path);

let platform: SpecPlatform;
let token: string;
let memoryBefore: number;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  token = await signIn(platform.baseUrl);
  const home = join(platform.config.filesDir, 'home/admin');
  await mkdir(join(home, 'folder'), { recursive: true });
  await writeFile(join(home, 'a.txt'), 'a');
  memoryBefore = process.memoryUsage().rss;
});

afterAll(() => platform.stop());

/** What programs and people get wrong, and what attackers hope for. */
const nastyTexts = [
  ...['', ' ', '\0', '\n', '\r\n', '\u202E', '\uD800', '😀', 'ａｄｍｉｎ', 'x'.repeat(5_000)],
  ...["' OR 1=1 --", '"; DROP TABLE node; --', '{{7*7}}', '${7*7}', '<script>alert(1)</script>'],
  ...['../../etc/passwd', '/a.txt', '/folder', '/', 'a,b,,c', '%00', '%', '*', '[', '(?<a>', '\\'],
  ...['NaN', 'Infinity', '1e400', '-1', '0x10', '9'.repeat(40), 'true', 'null', '[]', '{}'],
  ...[
    '2026-11-22',
    '9999-12-31 23:59:59',
    '0000-00-00',
    '275760-09-13',
    '00000000-0000-0000-0000-000000000000',
  ],
  ...[
    'javascript:alert(1)',
    'http://x\njavascript:alert(1)',
    '__proto__',
    'constructor',
    'toString',
  ],
];
const nastyNumbers = [0, -0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 8.64e15 + 1];

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...nastyTexts) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...nastyNumbers) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]]) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom<unknown>(...nastyTexts, 1, null), { maxLength: 4 }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Values that the declaration would take, so that the call gets past its border. */
const likely: Record<string, unknown[]> = {
  path: ['/', '/a.txt', '/folder'],
  paths: [['/a.txt'], ['/folder', '/a.txt']],
  dir: ['/', '/folder'],
  newPath: ['/b.txt', '/folder/a.txt'],
  ids: [['1'], '1,2', ['00000000-0000-4000-8000-000000000000']],
  id: ['1', '00000000-0000-4000-8000-000000000000'],
  userId: ['00000000-0000-4000-8000-000000000000'],
  key: ['a'],
  size: [1, 10],
  pageNum: [0, 1_000_000],
  password: ['AAAA'],
  userName: ['fuzzed'],
  roleName: ['fuzzed'],
  jobName: ['fuzzed'],
  queueName: ['local'],
  scriptContent: ['true'],
  from: [0, 8.64e15],
  to: [0, 8.64e15],
};

const inputOf = ({ input }: Endpoint): fc.Arbitrary<unknown> => {
  const names = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const fields = Object.fromEntries(
    names.map((name) => [
      name,
      likely[name] ? fc.oneof(value, fc.constantFrom<unknown>(...likely[name])) : value,
    ]),
  );
  return fc.oneof(
    { weight: 9, arbitrary: fc.record({ ...fields, unknown: value }, { requiredKeys: [] }) },
    // No object at all.
    { weight: 1, arbitrary: value },
  );
};

const bodyTypes = ['json', 'form', 'multipart', 'text'] as const;
type BodyType = (typeof bodyTypes)[number];

const asRecord = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null ? { ...input } : { input };

function bodyOf(type: BodyType, input: unknown): { type: string; body: string } {
  switch (type) {
    case 'json':
      return { type: 'application/json', body: JSON.stringify(input) };
    case 'form':
      return {
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(textsOf(input)).toString(),
      };
    case 'multipart':
      return {
        type: 'multipart/form-data; boundary=b',
        body: `${textsOf(input)
          .map(
            ([name, text]) =>
              `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n${text}\r\n`,
          )
          .join('')}--b--\r\n`,
      };
    case 'text':
      return { type: 'text/plain', body: JSON.stringify(input) };
  }
}

const textsOf = (input: unknown): [string, string][] =>
  Object.entries(asRecord(input)).map(([name, given]) => [
    name,
    typeof given === 'string' ? given : JSON.stringify(given),
  ]);

async function send(endpoint: Endpoint, input: unknown, type: BodyType): Promise<Response> {
  const url = new URL(`/api${endpoint.path.replace(':name', 'x')}`, platform.baseUrl);
  if (endpoint.method === 'GET') {
    textsOf(input).forEach(([name, text]) => url.searchParams.set(name, text));
    return fetch(url, { headers: { Authorization: token }, redirect: 'manual' });
  }
  const { type: contentType, body } = bodyOf(type, input);
  return fetch(url, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': contentType },
    body,
    signal: AbortSignal.timeout(slowMs),
  });
}

const leaks = /node_modules|QueryFailedError|at \w+.*\.ts:|syntax error at/;

describe('no input at all', () => {
  test.each(
    allEndpoints
      .filter((endpoint) => !isEndOfSession(endpoint))
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('makes %s fail, hang or tell of its insides', async (_, endpoint) => {
    // Each call gets other inputs, so that few for each are many for what calls have in common.
    const ownSeed = seed + allEndpoints.indexOf(endpoint);
    const inputs = fc.sample(inputOf(endpoint), { seed: ownSeed, numRuns: requestsPerCall });
    await eachOf([...inputs.entries()], async ([index, input]) => {
      const type = bodyTypes[index % bodyTypes.length] ?? 'json';
      const answer = await send(endpoint, input, type);
      const text = await answer.text();
      const said = `${type} ${fc.stringify(input)}: ${answer.status} ${text.slice(0, 400)}`;
      expect(answer.status >= 500 || text.includes('"code":500') ? said : '').toBe('');
      expect(leaks.test(text) ? said : '').toBe('');
    });
  });

  test('leaves the platform fatter or unable to work', async () => {
    const answer = await fetch(`${platform.baseUrl}/api/health/ready`);
    expect(answer.status).toBe(200);
    // How much memory a process has depends on the specs that ran before it: the long run looks, in a process of its own.
    if (isLongRun) {
      const grownMb = (process.memoryUsage().rss - memoryBefore) / 1024 ** 2;
      expectAtMost('memory that wrong inputs take', grownMb, 700, 'MB');
    }
    // The requests came from somebody signed in to the end, and the administrator can still sign in.
    expect((await send(endpoints.account.detail, {}, 'json')).status).toBe(200);
    expect(await signIn(platform.baseUrl)).not.toBe('');
  });
});
