import { randomUUID } from 'node:crypto';
import { sendVerificationCode } from '@clusterdesk/contracts';
import { Postgres } from '../../../apps/server/src/platform/database/postgres.js';
import { Realtime } from '../../../apps/server/src/platform/realtime/realtime.service.js';
import { TaskQueue } from '../../../apps/server/src/platform/tasks/task-queue.service.js';
import { WatchedRedisPair } from '../platform/test-redis.js';
import { TestCertificates } from '../platform/test-certificates.js';
import { waitFor } from '../wait-for.js';
import { SpecPlatform } from './spec-platform.js';

/** A server, a worker and a third process that only publishes, on a master with a replica and a sentinel, all with TLS. */
export class PlatformOnSentinel {
  private constructor(
    readonly redis: WatchedRedisPair,
    private readonly certificates: TestCertificates,
    private readonly platform: SpecPlatform,
    private readonly postgres: Postgres,
    private readonly other: Realtime,
  ) {}

  static async start(): Promise<PlatformOnSentinel> {
    const certificates = new TestCertificates();
    certificates.makeAuthority('ca');
    certificates.makeServer('localhost', 'ca');
    const [ca, cert, key] = ['ca.pem', 'localhost.pem', 'localhost.key'].map((file) =>
      certificates.path(file),
    ) as [string, string, string];
    const redis = await WatchedRedisPair.start({ ca, cert, key });
    const platform = await SpecPlatform.open({
      withWorker: true,
      environment: redis.environment,
      timings: { tasks: { commandMs: 1_000 } },
    });
    const postgres = new Postgres(platform.config);
    const other = new Realtime(platform.config, postgres, platform.timings);
    return new PlatformOnSentinel(redis, certificates, platform, postgres, other);
  }

  /** A task that is added is run, and what one process tells the others is heard: at the latest when Redis is back. */
  async works(): Promise<void> {
    const tasks = this.platform.get(TaskQueue);
    const countRun = async (): Promise<number> => {
      const counts = await Promise.all(
        tasks.listQueues().map((queue) => queue.getJobCounts('completed', 'failed')),
      );
      return counts.reduce((all, { completed = 0, failed = 0 }) => all + completed + failed, 0);
    };
    const slot = { userId: randomUUID(), purpose: 'email-new' } as const;
    await waitFor('a task to be added', async () => {
      await tasks.addOrFail(sendVerificationCode, slot);
      return true;
    });
    const before = await waitFor('the queues', async () => [await countRun()]);
    await tasks.addOrFail(sendVerificationCode, slot);
    await waitFor('a task to be run', async () => (await countRun()) > (before[0] ?? 0));
    await this.hears();
  }

  async stop(): Promise<void> {
    await this.other.beforeApplicationShutdown();
    await this.other.onApplicationShutdown();
    await this.postgres.close();
    await this.platform.stop();
    await this.redis.stop();
    this.certificates.remove();
  }

  private async hears(): Promise<void> {
    const { console } = this.platform.get(Realtime);
    let isHeard = false;
    const hear = (): void => {
      isHeard = true;
    };
    console.on('settingChanged', hear);
    await waitFor('an event to be heard', () => {
      this.other.broadcastToServers('settingChanged', 'siteName');
      return isHeard;
    });
    console.off('settingChanged', hear);
  }
}
