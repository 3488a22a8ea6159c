import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { measureUsage, type TaskPayload } from '@clusterdesk/contracts';
import type { SpaceFolders } from '../../../platform/file-space/file-space.js';
import { measureFolder } from '../../../platform/file-space/listing/folder-size.js';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { SpaceRegistry } from '../space.js';
import { spaceKeyText, type SpaceKey } from '../space-key.js';
import { TrashEventPublisher } from '../trash/trash-event-publisher.service.js';
import type { MeasuringProgress } from './space-account.js';
import { SpaceAccounts } from './space-accounts.repository.js';

/** After this time a turn ends and goes on behind other tasks. */
const sliceMs = 10_000;
/** A measuring that takes longer starts again: its first counts are outdated. */
const maxAgeMs = 6 * 3_600_000;
/** A process asks for a space's measuring no more often than this. */
const askAgainMs = 1_000;

/** Measures, in the worker, what spaces keep. Between two measurings the row is moved by what the platform itself does. */
@Injectable()
export class SpaceMeasuring implements OnModuleDestroy {
  private readonly asking = new KeyedThrottle<SpaceKey>(askAgainMs, (key) =>
    this.tasks.add(measureUsage, key),
  );

  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly accounts: SpaceAccounts,
    private readonly tasks: TaskQueue,
    private readonly news: TrashEventPublisher,
  ) {}

  onModuleDestroy(): void {
    this.asking.close();
  }

  /** Asks the worker to measure; while it does, asking again is one more measuring afterwards. */
  request(key: SpaceKey): void {
    this.asking.pass(spaceKeyText(key), key);
  }

  /** Measures for one turn. Stopped or killed at any moment, the next run goes on from the last turn. */
  @OnTask(measureUsage)
  async run(
    key: TaskPayload<typeof measureUsage>,
    signal: AbortSignal,
    turnMs = sliceMs,
  ): Promise<void> {
    const files = await this.spaces.find(key.space)?.filesOf(key);
    const before = files ? await this.begin(key) : null;
    if (!files || !before) {
      return;
    }
    const turn = AbortSignal.timeout(turnMs);
    const now = await measure(files.folders, before, AbortSignal.any([signal, turn]));
    if (now.cursor !== null) {
      await this.accounts.noteProgress(key, now);
      if (!signal.aborted) {
        await this.tasks.add(measureUsage, key);
      }
    } else if (await this.accounts.finish(key, now)) {
      await this.news.tell(key);
    }
  }

  private async begin(key: SpaceKey): Promise<MeasuringProgress | null> {
    const account = await this.accounts.getOrAdd(key);
    if (!account) {
      return null;
    }
    const { addedBytes, measuring } = account;
    if (measuring && measuring.startedMs > Date.now() - maxAgeMs) {
      return measuring;
    }
    const none = { trashBytes: 0, fileBytes: 0, cursor: null };
    return { startedMs: Date.now(), addedBytes, part: 'trash', ...none };
  }
}

/** As far as the signal lets it: `cursor` null when all was counted. */
async function measure(
  folders: SpaceFolders,
  before: MeasuringProgress,
  signal: AbortSignal,
): Promise<MeasuringProgress> {
  const now = { ...before };
  if (now.part === 'trash') {
    const { bytes, cursor } = await measureFolder(folders.trash, now.cursor, signal);
    now.trashBytes += bytes;
    if (cursor !== null) {
      return { ...now, cursor };
    }
    now.part = 'files';
    now.cursor = null;
  }
  const { bytes, cursor } = await measureFolder(folders.root, now.cursor, signal);
  return { ...now, fileBytes: now.fileBytes + bytes, cursor };
}
