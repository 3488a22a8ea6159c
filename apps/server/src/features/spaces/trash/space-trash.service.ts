import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import { TrashEntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { splitParent } from '../../../platform/file-space/space-path.js';
import type { TrashEntry } from '../../../platform/file-space/trash/trash-store.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { loggedEntries } from '../../../platform/http/logged-values.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { actOnEach } from '../act-on-each.js';
import { SpaceOperations } from '../operations/space-operations.service.js';
import { TrashPartlyDoneError } from '../space.errors.js';
import { SpaceEventPublisher } from '../space-event-publisher.service.js';
import type { SpaceUser, WholeSpace } from '../space.js';
import { trashDaysSetting } from './trash-days.setting.js';
import { TrashEventPublisher } from './trash-event-publisher.service.js';
import { TrashPurge } from './trash-purge.service.js';

/** The trash of a space that the user may see; the caller checks that before opening it. An id of another trash is none. */
@Injectable()
export class SpaceTrash {
  constructor(
    private readonly operations: SpaceOperations,
    private readonly purges: TrashPurge,
    private readonly settings: Settings,
    private readonly news: SpaceEventPublisher,
    private readonly trashNews: TrashEventPublisher,
    private readonly audit: AuditTrail,
  ) {}

  /** The latest first; `keptDays` says for how long. */
  async list(
    { files }: WholeSpace,
    pageNum = 0,
    size: number = limits.maxPageSize,
  ): Promise<{ entries: TrashEntry[]; total: number; keptDays: number }> {
    const keptDays = await this.settings.get(trashDaysSetting);
    return { ...(await files.trash.list(pageNum, size)), keptDays };
  }

  /** Restores what it can, then reports the first failure. @returns where each entry is now */
  async restore(
    space: WholeSpace,
    user: SpaceUser,
    ids: readonly string[],
  ): Promise<{ id: string; path: string }[]> {
    const { key, files } = space;
    const restored: { id: string; path: string }[] = [];
    await this.describe(files.trash, ids);
    try {
      const restoreOne = async (id: string): Promise<void> => {
        const { path } = await this.operations.restore(key, files, user, id);
        restored.push({ id, path });
      };
      await actOnEach(ids, restoreOne, TrashPartlyDoneError);
      // Where they are now, which may be another name than they had.
      this.audit.describe({ paths: restored.map(({ path }) => path) });
    } finally {
      await this.trashNews.tell(key);
      this.news.filesChanged(
        space,
        restored.map(({ path }) => splitParent(path)?.dir ?? '/'),
      );
    }
    return restored;
  }

  /** Deletes entries permanently; the worker frees their space, which counts until then. */
  async purge({ key, files }: WholeSpace, user: SpaceUser, ids: readonly string[]): Promise<void> {
    await this.describe(files.trash, ids);
    try {
      const purgeOne = (id: string): Promise<void> =>
        this.operations.purge(key, files.trash, user, id);
      await actOnEach(ids, purgeOne, TrashPartlyDoneError);
    } finally {
      await this.purges.requestFor(key);
      await this.trashNews.tell(key);
    }
  }

  /** The same with everything that is in the trash when the call begins. */
  async empty({ key, files }: WholeSpace, user: SpaceUser): Promise<void> {
    try {
      const ids = await files.trash.ids();
      this.audit.describe({ count: ids.length });
      for (const id of ids) {
        await this.operations.purge(key, files.trash, user, id).catch(ignoreGone);
      }
    } finally {
      await this.purges.requestFor(key);
      await this.trashNews.tell(key);
    }
  }

  /** For the audit log, while the records exist: where the entries were when they were deleted. */
  async describe(trash: FileSpace['trash'], ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)];
    const named = await Promise.all(wanted.slice(0, loggedEntries).map((id) => trash.find(id)));
    const paths = named.flatMap((entry) => (entry ? [entry.path] : []));
    this.audit.describe({ paths, count: wanted.length });
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof TrashEntryNotFoundError)) {
    throw error;
  }
}
