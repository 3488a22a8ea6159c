import { Injectable } from '@nestjs/common';
import { limits, type EntryComment, type Topic } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { EntryTree } from '../../spaces/entries/entry-tree.js';
import type { Space, SpaceUser } from '../../spaces/space.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { ProjectNotFoundError, ProjectRefusedError } from '../project.errors.js';
import { accessRoleOf, isManager } from '../project.policy.js';
import { projectRef } from '../space/project-ref.js';
import { ProjectSpaceProvider } from '../space/project-space-provider.service.js';
import {
  CommentedEntryGoneError,
  CommentNotFoundError,
  CommentNotOwnError,
  TooManyCommentsError,
} from './comment.errors.js';
import { CommentNotices } from './comment-notices.service.js';
import { CommentRepository, type StoredComment } from './comment.repository.js';

/** Which entry of which project. */
export interface CommentedEntry {
  projectId: string;
  path: string;
}

const writingLimit: RateLimit = {
  name: 'project-comments',
  points: limits.commentsPerMinute,
  seconds: 60,
};

/**
 * What members write about entries of their project (docs/decisions/comments.md). Who may view the entry at that moment, and is a
 * member, reads and writes; nobody else learns that there are comments.
 */
@Injectable()
export class EntryComments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gate: ProjectGate,
    private readonly spaces: ProjectSpaceProvider,
    private readonly tree: EntryTree,
    private readonly comments: CommentRepository,
    private readonly notices: CommentNotices,
    private readonly rates: RateLimits,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
    private readonly config: Config,
  ) {}

  /** A page, the newest first, and how many there are. */
  async list(
    user: SpaceUser,
    asked: CommentedEntry,
    page: { pageNum: number; pageSize: number },
  ): Promise<{ data: EntryComment[]; total: number; entryId: string | null }> {
    const { path, project } = await this.enter(user, asked);
    const entryId = (await this.tree.find(projectRef(project.id), [path])).get(path);
    if (entryId === undefined) {
      return { data: [], total: 0, entryId: null };
    }
    const [rows, total] = await Promise.all([
      this.comments.list(entryId, {
        offset: page.pageNum * page.pageSize,
        size: page.pageSize,
      }),
      this.comments.count(entryId),
    ]);
    return { data: rows.map((row) => this.present(user, project, row)), total, entryId };
  }

  /**
   * Where the entry is now that a notice names, for members who may view it there.
   * @throws ProjectNotFoundError, CommentedEntryGoneError
   */
  async findEntry(user: SpaceUser, projectId: string, entryId: string): Promise<string> {
    const { id } = await this.gate.enterAsMember(user, projectId);
    const path = await this.tree.findPath(projectRef(id), entryId);
    if (path === undefined) {
      throw new CommentedEntryGoneError();
    }
    try {
      return (await this.enter(user, { projectId: id, path })).path;
    } catch (error) {
      if (error instanceof ProjectRefusedError || error instanceof EntryNotFoundError) {
        throw new CommentedEntryGoneError();
      }
      throw error;
    }
  }

  /** @throws TooManyCommentsError, TooManyTriesError */
  async add(user: SpaceUser, asked: CommentedEntry, text: string): Promise<EntryComment> {
    await this.rates.consume(writingLimit, user.userId);
    const { files, path } = await this.enter(user, asked);
    const key = projectRef(asked.projectId);
    return this.dataSource.transaction(async (manager) => {
      await this.tree.holdStill(manager, key);
      // What has left the path since is commented where it is now, or not at all.
      await files.stat(path);
      const project = await this.hold(manager, user, asked.projectId, path);
      await this.tree.ensure(manager, key, [path]);
      const entryId = (await this.tree.find(key, [path], manager)).get(path);
      if (entryId === undefined) {
        throw new Error('An entry was not made known.');
      }
      await lockInTransaction(manager, 'commentsOfEntry', entryId);
      if ((await this.comments.count(entryId, manager)) >= limits.commentsPerEntry) {
        throw new TooManyCommentsError();
      }
      const added = await this.comments.add(manager, entryId, user.userId, text);
      await this.notices.notify(manager, user.userId, project, { id: entryId, path });
      this.afterCommit.run(manager, () => this.tell(project.id, path));
      return this.present(user, project, added);
    });
  }

  /** @throws CommentNotFoundError, CommentNotOwnError */
  async remove(user: SpaceUser, asked: CommentedEntry, id: string): Promise<void> {
    const { path } = await this.enter(user, asked);
    const key = projectRef(asked.projectId);
    await this.dataSource.transaction(async (manager) => {
      const project = await this.hold(manager, user, asked.projectId, path);
      const entryId = (await this.tree.find(key, [path], manager)).get(path);
      const authorId =
        entryId === undefined ? undefined : await this.comments.findAuthor(manager, entryId, id);
      if (authorId === undefined) {
        throw new CommentNotFoundError();
      }
      if (authorId !== user.userId && !isManager(user.userId, project)) {
        throw new CommentNotOwnError();
      }
      await this.comments.remove(manager, id);
      this.afterCommit.run(manager, () => this.tell(project.id, path));
    });
  }

  /** Whether a user may watch the comments on an entry. Asked when the watching begins and when rights change. */
  async mayWatch(user: SpaceUser, topic: Topic): Promise<boolean> {
    if (topic.topic !== 'comments') {
      return false;
    }
    try {
      await this.enter(user, topic);
      return true;
    } catch (error) {
      if (error instanceof DomainError) {
        return false;
      }
      throw error;
    }
  }

  /** The entry as it is spelled, which is there and which the user, a member, may view. */
  private async enter(
    user: SpaceUser,
    { projectId, path }: CommentedEntry,
  ): Promise<{ files: Space['files']; path: string; project: ProjectAccess }> {
    await this.gate.enterAsMember(user, projectId);
    const { files, project } = await this.spaces.openFor(user, projectId, 'view', path);
    return { files, path: (await files.stat(path)).path, project };
  }

  /** The same once more within a transaction: no member is removed meanwhile. */
  private async hold(
    manager: EntityManager,
    user: SpaceUser,
    projectId: string,
    path: string,
  ): Promise<ProjectAccess> {
    const project = await this.gate.hold(manager, user, projectId, [path]);
    if (accessRoleOf(user.userId, project) === 'other') {
      throw new ProjectNotFoundError();
    }
    return project;
  }

  /** Nobody else hears of it, nor of the entry's name: who watches has named the entry, and may view it. */
  private tell(projectId: string, path: string): void {
    this.realtime.publish(
      'commentsChanged',
      audience.topic({ topic: 'comments', projectId, path }),
      {
        projectId,
        path,
      },
    );
  }

  private present(
    { userId }: SpaceUser,
    project: ProjectAccess,
    { id, author, text, createdAt }: StoredComment,
  ): EntryComment {
    return {
      id,
      author,
      text,
      time: wireTime(createdAt, this.config.timeZone),
      canRemove: author?.id === userId || isManager(userId, project),
    };
  }
}
