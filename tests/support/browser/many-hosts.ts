import {
  jobProtections,
  monitorStep,
  type MetricSample,
  type MonitorRecord,
} from '@clusterdesk/contracts';
import type { Locator, Page, WebSocketRoute } from 'playwright-core';
import { signInAt } from './browser.js';

/** The shortest range that the page knows. */
const rangeMs = 15 * 60_000;

const nameOf = (index: number): string => `calc-${String(index).padStart(3, '0')}`;

/** The load of a host at a turn, percent. */
export const loadAt = (index: number, turn: number): number => (index * 7 + turn * 13) % 100;

/** Hosts with full series that end now, as fine as the server gives them for so many. */
function manyHosts(count: number): MonitorRecord[] {
  const to = Date.now();
  const { stepMs } = monitorStep(rangeMs, count);
  const length = Math.floor(rangeMs / stepMs) + 1;
  const points = (index: number): MonitorRecord['cpus'] =>
    Array.from({ length }, (_, turn) => ({
      time: to - (length - turn) * stepMs,
      used: loadAt(index, turn),
    }));
  return Array.from({ length: count }, (_, index) => ({
    nodeId: `node-${index}`,
    hostname: nameOf(index),
    kind: 'compute',
    online: true,
    lastSeen: to,
    cpuCount: 64,
    memoryBytes: 256 * 1024 ** 3,
    confinement: 'namespaces',
    acceptsJobs: true,
    protections: [...jobProtections],
    drainedReason: null,
    alerts: [],
    cpus: points(index),
    mems: points(index + 3),
  }));
}

/** The page of monitoring with more hosts than a test can run: what the server would say of them is put in its place. */
export class ManyHostsPage {
  private socket: WebSocketRoute | undefined;

  private constructor(
    readonly page: Page,
    readonly count: number,
  ) {}

  /** Signs in and opens the page, with so many hosts on it. */
  static async open(page: Page, count: number): Promise<ManyHostsPage> {
    const opened = new ManyHostsPage(page, count);
    await page.routeWebSocket(/\/socket\.io\//, (route) => {
      opened.socket = route;
      // This host is not among those that are shown: news of it would have all of them asked for again.
      route.connectToServer().onMessage((message) => {
        if (!message.toString().startsWith('42/console,["metrics"')) {
          route.send(message);
        }
      });
    });
    await page.route('**/api/monitor/data', (route) =>
      route.fulfill({ json: { success: true, code: 200, message: '', result: manyHosts(count) } }),
    );
    await signInAt(page, '/platformMonitoring?range=15m');
    await opened.card(0).locator('canvas').waitFor();
    return opened;
  }

  /** The card of a host. */
  card(index: number): Locator {
    return this.page.getByRole('article', { name: nameOf(index) });
  }

  /** What the server says once a second, for all hosts together. */
  sendSamples(turn: number): void {
    const samples = Array.from({ length: this.count }, (_, index): MetricSample => ({
      nodeId: `node-${index}`,
      hostname: nameOf(index),
      time: Date.now(),
      cpu: loadAt(index, turn),
      mem: loadAt(index + 3, turn),
    }));
    this.socket?.send(`42/console,${JSON.stringify(['metrics', { samples }])}`);
  }
}
