import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { AgentBench } from '../testing/agent-bench.js';
import { until } from '../testing/agent-process.js';
import { hostFacts } from './host/host-facts.js';

const bench = new AgentBench();

describe('an agent whose AGENT_ALLOW leaves', () => {
  it('metrics out gives signs of life, and nothing of the load', async () => {
    await bench.startHost({ AGENT_ALLOW: 'sessions' });
    await until('reports', () => bench.server.metricReports.length > 3);
    expect(bench.server.samples).toEqual([]);
    expect(JSON.stringify(bench.server.heard)).not.toContain('cpu\\":');
  });

  it('sessions out says once at each greeting that there are none', async () => {
    await bench.startHost({ AGENT_ALLOW: 'metrics' });
    await until('the report', () => bench.server.sessionReports.length > 0);
    await until('some time', () => bench.server.metricReports.length > 25);
    expect(bench.server.sessionReports).toEqual([{ sessions: [] }]);
    await bench.server.stop();
    await bench.server.start();
    await until('the next report', () => bench.server.sessionReports.length > 1);
    expect(bench.server.sessionReports[1]).toEqual({ sessions: [] });
  });
});

it('names the boot of its host, by which clones are told from reboots', () => {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  expect(hostFacts({ allow: [], hostname: 'host-1' })).toMatchObject({
    hostname: 'host-1',
    bootId: boot,
  });
});

describe('an agent on a host whose clock is wrong', () => {
  it('dates its samples by the server’s', async () => {
    const dayMs = 86_400_000;
    bench.server.clockAheadMs = -dayMs;
    await bench.startHost({ AGENT_ALLOW: 'metrics' });
    await until('samples', () => bench.server.samples.length > 3);
    const times = bench.server.samples.map(({ time }) => time);
    for (const time of times) {
      expect(Math.abs(time - (Date.now() - dayMs))).toBeLessThan(10_000);
    }
  });
});
