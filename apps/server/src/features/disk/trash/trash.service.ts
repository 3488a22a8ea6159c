import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { TrashEntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { splitParent } from '../../../platform/file-space/space-path.js';
import type { TrashEntry } from '../../../platform/file-space/trash/trash-store.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { loggedEntries } from '../../../platform/http/logged-values.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { defineSetting } from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { SpaceNews } from '../../spaces/space-news.service.js';
import { DiskSpaceProvider, type DiskSpace } from '../disk-space-provider.service.js';
import { TrashPartlyDoneError } from '../disk.errors.js';
import { TrashPurge } from './trash-purge.service.js';

/** How many days deleted entries are kept. */
export const trashDaysSetting = defineSetting({
  key: 'trashDays',
  schema: z.number().int().min(1).max(3650),
  initial: () => limits.trashDays,
});

/** A user's own trash; an id of somebody else's is none. */
@Injectable()
export class TrashService {
  constructor(
    private readonly home: DiskSpaceProvider,
    private readonly operations: SpaceOperations,
    private readonly purges: TrashPurge,
    private readonly settings: Settings,
    private readonly news: SpaceNews,
    private readonly realtime: Realtime,
    private readonly audit: AuditTrail,
  ) {}

  /** The latest first; `keptDays` says for how long. */
  async list(
    caller: Principal,
    pageNum = 0,
    size: number = limits.maxPageSize,
  ): Promise<{ entries: TrashEntry[]; total: number; keptDays: number }> {
    const { files } = await this.open(caller);
    const keptDays = await this.settings.get(trashDaysSetting);
    return { ...(await files.trash.list(pageNum, size)), keptDays };
  }

  /** Where each is now. What can be is put back; the first failure is told once the rest is done. */
  async restore(
    caller: Principal,
    ids: readonly string[],
  ): Promise<{ id: string; path: string }[]> {
    const space = await this.open(caller);
    const { key, files } = space;
    const restored: { id: string; path: string }[] = [];
    await this.describe(files.trash, ids);
    try {
      await this.forEach(ids, async (id) => {
        const { path } = await this.operations.restore(key, files, caller, id);
        restored.push({ id, path });
      });
      // Where they are now, which may be another name than they had.
      this.audit.describe({ paths: restored.map(({ path }) => path) });
    } finally {
      this.announce(caller);
      this.news.filesChanged(
        space,
        restored.map(({ path }) => splitParent(path)?.dir ?? '/'),
      );
    }
    return restored;
  }

  /** From now on nobody can have them back; the worker frees their space, which counts until then. */
  async purge(caller: Principal, ids: readonly string[]): Promise<void> {
    const { key, files } = await this.open(caller);
    await this.describe(files.trash, ids);
    try {
      await this.forEach(ids, (id) => this.operations.purge(key, files.trash, caller, id));
    } finally {
      await this.purges.request(caller.homeKey);
      this.announce(caller);
    }
  }

  /** Everything that is there when it begins; the worker frees its space, which counts until then. */
  async empty(caller: Principal): Promise<void> {
    const { key, files } = await this.open(caller);
    try {
      const ids = await files.trash.ids();
      this.audit.describe({ count: ids.length });
      for (const id of ids) {
        await this.operations.purge(key, files.trash, caller, id).catch(ignoreGone);
      }
    } finally {
      await this.purges.request(caller.homeKey);
      this.announce(caller);
    }
  }

  /** For the log, as long as somebody can tell: where they were when they were deleted. */
  private async describe(
    trash: DiskSpace['files']['trash'],
    ids: readonly string[],
  ): Promise<void> {
    const wanted = [...new Set(ids)];
    const named = await Promise.all(wanted.slice(0, loggedEntries).map((id) => trash.find(id)));
    const paths = named.flatMap((entry) => (entry ? [entry.path] : []));
    this.audit.describe({ paths, count: wanted.length });
  }

  private async forEach(ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> {
    const wanted = new Set(ids);
    const failed: string[] = [];
    let first: DomainError | undefined;
    for (const id of wanted) {
      try {
        await act(id);
      } catch (error) {
        if (!(error instanceof DomainError)) {
          throw error;
        }
        failed.push(id);
        first ??= error;
      }
    }
    if (first) {
      throw failed.length < wanted.size ? new TrashPartlyDoneError(failed, first) : first;
    }
  }

  private open(caller: Principal): Promise<DiskSpace> {
    return this.home.openWithoutQuota(caller);
  }

  private announce(caller: Principal): void {
    this.realtime.publish('trashChanged', audience.user(caller.userId), { space: 'disk' });
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof TrashEntryNotFoundError)) {
    throw error;
  }
}
