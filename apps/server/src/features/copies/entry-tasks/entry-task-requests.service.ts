import { Injectable } from '@nestjs/common';
import type { CopyState, EntryTask, SpaceRef } from '@clusterdesk/contracts';
import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import {
  cleanPath,
  splitParent,
  withoutNestedPaths,
} from '../../../platform/file-space/space-path.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { conflicts } from '../../spaces/conflicts.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { refOf } from '../../spaces/space-key.js';
import type { Space } from '../../spaces/space.js';
import { SpaceTrash } from '../../spaces/trash/space-trash.service.js';
import type { CopyTaskEntity } from '../copy-task.entity.js';
import type { NewCopy } from '../copy.repository.js';
import { CopyService } from '../copy.service.js';
import { MoveService } from '../move.service.js';

/** What of a task depends on its kind. */
type Asked = Pick<NewCopy, 'paths' | 'totalFiles'> &
  Partial<Pick<NewCopy, 'dir' | 'conflict' | 'totalBytes' | 'newestId'>>;

/** Which acts on entries may begin as tasks: what the call of the same name would refuse at once is refused here. */
@Injectable()
export class EntryTaskRequests {
  constructor(
    private readonly access: SpaceAccess,
    private readonly moves: MoveService,
    private readonly trash: SpaceTrash,
    private readonly copies: CopyService,
    private readonly audit: AuditTrail,
  ) {}

  /** Begins a task; the worker does the rest. @throws the reason why it may not begin */
  request(caller: Principal, ref: SpaceRef, task: EntryTask): Promise<CopyState> {
    this.audit.describe({ kind: task.kind });
    switch (task.kind) {
      case 'move':
        return this.move(caller, ref, task.paths, task.dir, conflicts[task.operation]);
      case 'delete':
        return this.delete(caller, ref, task.paths);
      case 'restore':
      case 'purge':
        return this.actOnTrash(caller, ref, task);
      case 'checksum':
        return this.checksum(caller, ref, task.path);
    }
  }

  /** Begins anew what of a failed task was refused, and what it did not come to. */
  again(caller: Principal, failed: CopyTaskEntity): Promise<CopyState> {
    const { kind, dir, conflict, newestId } = failed;
    const ref = refOf(failed);
    const left = [...failed.refused, ...failed.paths.slice(failed.position)];
    switch (kind) {
      case 'move':
        return this.move(caller, ref, left, dir, conflict);
      case 'restore':
      case 'purge':
        return this.actOnTrash(
          caller,
          ref,
          { kind, ids: newestId === null ? left : undefined },
          newestId,
        );
      case 'checksum':
        return this.checksum(caller, ref, left[0] ?? '/');
      default:
        return this.delete(caller, ref, left);
    }
  }

  private async move(
    caller: Principal,
    ref: SpaceRef,
    selected: readonly string[],
    target: string,
    conflict: Conflict,
  ): Promise<CopyState> {
    const dir = cleanPath(target);
    this.audit.describe({ paths: selected, dir });
    const elsewhere = selected.filter((path) => splitParent(path)?.dir !== dir);
    const space = await this.moves.open(caller, ref, elsewhere, dir);
    const { paths } = await this.moves.plan(space, elsewhere, dir, conflict);
    return this.begin(caller, space, 'move', { paths, totalFiles: paths.length, dir, conflict });
  }

  private async delete(
    caller: Principal,
    ref: SpaceRef,
    selected: readonly string[],
  ): Promise<CopyState> {
    const paths = withoutNestedPaths(selected);
    this.audit.describe({ paths });
    const space = await this.access.openFor(caller, ref, 'edit', paths);
    return this.begin(caller, space, 'delete', { paths, totalFiles: paths.length });
  }

  private async checksum(caller: Principal, ref: SpaceRef, asked: string): Promise<CopyState> {
    const path = cleanPath(asked);
    this.audit.describe({ path });
    // A checksum tells what a file holds to anybody who can guess it.
    const space = await this.access.openFor(caller, ref, 'download', [path]);
    const handle = await space.files.openRead(path);
    const { size: totalBytes } = await handle.stat();
    await handle.close();
    const dir = splitParent(path)?.dir ?? '/';
    return this.begin(caller, space, 'checksum', { paths: [path], totalFiles: 1, totalBytes, dir });
  }

  /** @param before of everything in the trash only what came there until then; absent: until now */
  private async actOnTrash(
    caller: Principal,
    ref: SpaceRef,
    { kind, ids: chosen }: Extract<EntryTask, { kind: 'restore' | 'purge' }>,
    before: string | null = null,
  ): Promise<CopyState> {
    const space = await this.access.openTrash(caller, ref);
    if (chosen) {
      const paths = [...new Set(chosen)];
      await this.trash.describe(space.files.trash, paths);
      return this.begin(caller, space, kind, { paths, totalFiles: paths.length });
    }
    const ids = (await space.files.trash.ids()).filter((id) => before === null || id <= before);
    this.audit.describe({ count: ids.length });
    const newestId = before ?? ids[0] ?? null;
    return this.begin(caller, space, kind, { paths: [], totalFiles: ids.length, newestId });
  }

  private begin(
    caller: Principal,
    source: Space,
    kind: EntryTask['kind'],
    asked: Asked,
  ): Promise<CopyState> {
    const { space, spaceId } = source.key;
    const copy: NewCopy = {
      kind,
      userId: caller.userId,
      ...source.key,
      targetSpace: space,
      targetSpaceId: spaceId,
      dir: '/',
      conflict: 'refuse',
      totalBytes: 0,
      // Nothing is written: no account promises room.
      quotaAccount: null,
      ...asked,
    };
    return this.copies.begin({ caller, source, target: { ...source, quota: null }, copy });
  }
}
