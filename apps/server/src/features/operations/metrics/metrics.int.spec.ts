import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { parse } from 'yaml';
import { MetricsService } from './metrics.service.js';

const token = 'a-token-for-the-metrics';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: token });
});
afterAll(() => server.stop());

/** Over a connection from that address of this host. */
function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

describe('metrics', () => {
  it('hold the pool, the queues and the event loop', async () => {
    const { status, text } = await get(`${server.baseUrl}/metrics`, {
      authorization: `Bearer ${token}`,
    });
    expect(status).toBe(200);
    for (const name of [
      'clusterdesk_database_connections{state="idle"}',
      'clusterdesk_tasks{queue="dispatch",state="waiting"}',
      'clusterdesk_calls_running',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(text).toContain(name);
    }
  });

  it.each([
    [{}, 403],
    [{ 'x-forwarded-for': '127.0.0.1' }, 403],
    [{ forwarded: 'for=203.0.113.5', authorization: 'Bearer another-token-of-some-length' }, 403],
    [{ 'x-forwarded-for': '203.0.113.5', authorization: `Bearer ${token}` }, 200],
  ])('asked from this host with %j are answered with %i', async (headers, status) => {
    expect((await get(`${server.baseUrl}/metrics`, headers)).status).toBe(status);
  });
});

const root = join(import.meta.dirname, '../../../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The names of metrics in a text; a histogram has three of each. */
const namesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:clusterdesk|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|count|sum)$/, ''),
    ),
  ),
];

describe('what operators are given', () => {
  const told = (): string[] =>
    (['server', 'worker'] as const).flatMap((program) =>
      server
        .get(MetricsService)
        .of(program)
        .getMetricsAsArray()
        .map(({ name }) => name),
    );

  it('describes every metric that there is, and no other', () => {
    const tables =
      read('docs/metrics.md')
        .match(/^\|.*$/gm)
        ?.join('\n') ?? '';
    expect(namesIn(tables).toSorted()).toEqual([...new Set(told())].toSorted());
  });

  it('alerts about what there is, and leads to what to do', () => {
    const rules = read('deploy/prometheus/clusterdesk.rules.yml');
    const { groups } = parse(rules) as {
      groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
    };
    const alerts = groups.flatMap((group) => group.rules);
    expect(alerts.length).toBeGreaterThan(10);
    expect(told()).toEqual(expect.arrayContaining(alerts.flatMap(({ expr }) => namesIn(expr))));
    for (const { alert, annotations } of alerts) {
      const [path = '', anchor] = annotations.runbook.split('#');
      const headings = [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading.toLowerCase().replaceAll(' ', '-'),
      );
      expect({ alert, headings }).toEqual({
        alert,
        headings: expect.arrayContaining([anchor]),
      });
    }
  });

  it('draws what there is', () => {
    const board = JSON.parse(read('deploy/grafana/clusterdesk.json')) as {
      panels: { id: number; targets: { expr: string }[] }[];
    };
    const names = board.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => namesIn(expr)),
    );
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    expect(names.length).toBeGreaterThan(10);
    expect(told()).toEqual(expect.arrayContaining(names));
  });
});
