import { Injectable } from '@nestjs/common';
import type { SpaceRef, Topic } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../../platform/http/domain-error.js';
import { DownloadOffError, UnknownSpaceError } from './space.errors.js';
import type { SpaceKey } from './space-key.js';
import {
  assertMay,
  SpaceRegistry,
  type Space,
  type SpaceAction,
  type SpaceProvider,
  type SpaceUser,
  type WholeSpace,
} from './space.js';

/**
 * The platform's switch and the user's own right, for bytes that leave the platform by whichever way. All of these ways stand in
 * `tests/support/attack/ways-out.ts`.
 * @throws DownloadOffError
 */
export function assertMayDownload(user: { canDownload: boolean }): void {
  if (!user.canDownload) {
    throw new DownloadOffError();
  }
}

/** Opens spaces for those who may use them. Asked when something is requested, and again when it is carried out. */
@Injectable()
export class SpaceAccess {
  constructor(private readonly spaces: SpaceRegistry) {}

  /** @throws UnknownSpaceError, and whatever the space's feature refuses. */
  async open(user: SpaceUser, ref: SpaceRef): Promise<Space> {
    return this.provider(ref).open(user, ref);
  }

  /** Opens the trash of a space with the space. @throws UnknownSpaceError, and the reason why the user may not change it. */
  async openTrash(user: SpaceUser, ref: SpaceRef): Promise<WholeSpace> {
    const opened = await this.provider(ref).openTrash?.(user, ref);
    if (!opened) {
      throw new UnknownSpaceError();
    }
    return opened;
  }

  /** Whether there is such a space, whoever may use it: a right to it may come back. */
  async exists(key: SpaceKey): Promise<boolean> {
    return (await this.spaces.find(key.space)?.hasSpace(key)) ?? false;
  }

  /** An upload into it came to nothing: what the space had counted for it is given back. Part of a transaction. */
  async releaseUpload(manager: EntityManager, key: SpaceKey, sizeBytes: number): Promise<void> {
    await this.spaces.find(key.space)?.releaseUpload(manager, key, sizeBytes);
  }

  /** Whether a user may watch the changes of a folder: may view it. Asked when the watching begins and when rights change. */
  async mayWatch(user: SpaceUser, topic: Topic): Promise<boolean> {
    if (topic.topic !== 'folder') {
      return false;
    }
    const { space, spaceId, dir } = topic;
    try {
      const { files } = await this.openFor(user, { space, spaceId }, 'view', [dir]);
      return (await files.stat(dir)).isDirectory;
    } catch (error) {
      if (error instanceof DomainError) {
        return false;
      }
      throw error;
    }
  }

  /** Opens a space in which the user may do that with all these entries. @throws the first reason why not. */
  async openFor(
    user: SpaceUser,
    ref: SpaceRef,
    action: SpaceAction,
    paths: readonly string[],
  ): Promise<Space> {
    const space = await this.open(user, ref);
    await assertMay(space, action, paths);
    return space;
  }

  /** The same for bytes that leave the platform: its switch and the user's own right come first (contract: Personal disk). */
  async openForDownload(user: SpaceUser, ref: SpaceRef, paths: readonly string[]): Promise<Space> {
    assertMayDownload(user);
    return this.openFor(user, ref, 'download', paths);
  }

  private provider({ space }: SpaceRef): SpaceProvider {
    const provider = this.spaces.find(space);
    if (!provider) {
      throw new UnknownSpaceError();
    }
    return provider;
  }
}
