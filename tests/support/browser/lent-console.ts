import { chromium, type Browser } from 'playwright-core';
import { endpoints } from '@clusterdesk/contracts';
import { findFreePort } from '../platform/free-port.js';
import { FreshState } from '../platform/fresh-state.js';
import { TestPlatform } from '../platform/platform.js';
import { waitFor } from '../wait-for.js';
import { chromiumArguments, findChromium } from './chromium.js';

/** Where a platform and a Chromium are that a suite has for itself until it ends. */
export interface ConsoleAddress {
  port: number;
  dataDir: string;
  databaseUrl: string;
  /** The Chromium's DevTools. */
  browserUrl: string;
}

interface Started {
  platform: TestPlatform;
  fresh: FreshState;
}

/** One platform and one Chromium, lent to one suite after the other; each finds them as if they had just been started. */
export class LentConsole {
  private started: Started | null = null;
  private chromium: { browser: Browser; url: string } | null = null;

  /** Puts everything back to its beginning; what does not answer any more is started anew. */
  async lend(): Promise<ConsoleAddress> {
    const [platform, browserUrl] = await Promise.all([this.freshPlatform(), this.browserUrl()]);
    const { port, dataDir, databaseUrl } = platform;
    return { port, dataDir, databaseUrl, browserUrl };
  }

  async stop(): Promise<void> {
    const { started, chromium: running } = this;
    this.started = this.chromium = null;
    await Promise.allSettled([started?.platform.stop(), running?.browser.close()]);
  }

  private async freshPlatform(): Promise<TestPlatform> {
    const { started } = this;
    if (started) {
      const why = await restore(started).then(() => null, String);
      if (why === null) {
        return started.platform;
      }
      process.stderr.write(`The platform of the suite before is given up: ${why}\n`);
      this.started = null;
      await started.platform.stop().catch(() => undefined);
    }
    const platform = await TestPlatform.startOnSharedDatabase();
    await waitForNode(platform);
    await silenceLoadAlerts(platform);
    const fresh = await FreshState.of(platform.databaseUrl, platform.dataDir);
    this.started = { platform, fresh };
    return platform;
  }

  private async browserUrl(): Promise<string> {
    if (!this.chromium?.browser.isConnected()) {
      const port = await findFreePort();
      const browser = await chromium.launch({
        executablePath: findChromium(),
        args: [...chromiumArguments, `--remote-debugging-port=${port}`],
      });
      this.chromium = { browser, url: `http://127.0.0.1:${port}` };
    }
    return this.chromium.url;
  }
}

/** A page may open before the platform's own node is there; suites find it in its place. */
async function waitForNode(platform: TestPlatform): Promise<void> {
  await waitFor('the node of the platform', async () => {
    const [row] = await platform.query(
      'SELECT 1 FROM compute_queue_node JOIN node ON node.id = node_id WHERE last_seen_at IS NOT NULL',
    );
    return row !== undefined;
  });
  const client = await platform.signIn();
  await client.expectOk(endpoints.sessions.logout, {});
}

/** After ten minutes of a busy machine its own node would raise an alert, over the page that a suite has open. */
async function silenceLoadAlerts(platform: TestPlatform): Promise<void> {
  await platform.query(
    `INSERT INTO setting (key, value) SELECT key, 'null' FROM unnest($1::text[]) AS key
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [['alertCpuPercent', 'alertMemoryPercent']],
  );
}

async function restore({ platform, fresh }: Started): Promise<void> {
  await waitFor('the platform to answer', () => platform.isReady(), 15_000);
  await fresh.restore();
  await platform.signIn().then((client) => client.expectOk(endpoints.sessions.logout, {}));
}
