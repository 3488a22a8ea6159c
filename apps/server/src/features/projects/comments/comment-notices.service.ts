import { basename } from 'node:path/posix';
import { Injectable } from '@nestjs/common';
import { entryCommentedNotice } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectPermissions } from '../permission/project-permissions.service.js';
import { isManager, mayUseProjects } from '../project.policy.js';
import { CommentRepository } from './comment.repository.js';

/** Tells of a comment who took part before and who is in charge, as far as they may view the entry at that moment. */
@Injectable()
export class CommentNotices {
  constructor(
    private readonly comments: CommentRepository,
    private readonly permissions: ProjectPermissions,
    private readonly rights: UserRights,
    private readonly accounts: UserAccounts,
    private readonly notifications: Notifications,
  ) {}

  /** Part of the transaction that writes the comment. What a user has not read yet about the entry is one notification. */
  async notify(
    manager: EntityManager,
    authorId: string,
    project: ProjectAccess,
    entry: { id: string; path: string },
  ): Promise<void> {
    const commenters = await this.comments.listCommenters(manager, project.id, entry.id);
    const inCharge = [project.ownerId, project.adminId].flatMap((id) => id ?? []);
    const others = [...new Set([...commenters, ...inCharge])].filter((id) => id !== authorId);
    const rights = await this.rights.findAll(others, manager);
    const people = others.flatMap((userId) => {
      const user = rights.get(userId);
      const accessRole = isManager(userId, project) ? ('manager' as const) : ('member' as const);
      return user && mayUseProjects(user) ? { userId, accessRole } : [];
    });
    const { displayName } = await this.accounts.getSubject(manager, authorId);
    await this.notifications.notifyAbout(
      manager,
      await this.permissions.listViewers(project.id, people, entry.path, manager),
      entryCommentedNotice,
      {
        projectId: project.id,
        projectName: project.projectName,
        by: displayName,
        path: entry.path,
        name: basename(entry.path) || project.projectName,
        entryId: entry.id,
      },
      entry.id,
    );
  }
}
