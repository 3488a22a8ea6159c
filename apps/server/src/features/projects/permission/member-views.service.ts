import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints, MemberView } from '@clusterdesk/contracts';
import { isUuid } from '../../../platform/database/is-uuid.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { SpaceReading } from '../../spaces/listing/space-reading.service.js';
import { refusalOf, type SpaceUser } from '../../spaces/space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { ProjectItems } from '../files/project-items.service.js';
import { MemberKeptOutError, NotInProjectError } from '../project.errors.js';
import { accessRoleOf, mayUseProjects } from '../project.policy.js';
import { projectRef } from '../space/project-ref.js';
import { ProjectSpaceProvider } from '../space/project-space-provider.service.js';
import { ProjectPermissions } from './project-permissions.service.js';

/**
 * What a member sees in a project, for those who set its permissions. Has no rules of its own: the folder is opened, filtered and
 * presented for the member as the member's own listing is.
 */
@Injectable()
export class MemberViews {
  constructor(
    private readonly gate: ProjectGate,
    private readonly projects: ProjectAccessRepository,
    private readonly rights: UserRights,
    private readonly spaces: ProjectSpaceProvider,
    private readonly permissions: ProjectPermissions,
    private readonly reading: SpaceReading,
    private readonly items: ProjectItems,
  ) {}

  /**
   * A page of a folder, for owner and administrator.
   * @throws ProjectNotFoundError, ProjectManagersOnlyError, NotInProjectError, MemberKeptOutError; DomainError 404 for a folder that
   * is not there
   */
  async list(
    caller: Principal,
    {
      projectId,
      userId,
      path,
      pageNum,
      pageSize: size,
    }: EndpointParams<typeof endpoints.projectFiles.asMember>,
  ): Promise<MemberView> {
    await this.gate.enterAsManager(caller, projectId);
    const member = await this.memberOf(projectId, userId);
    const space = await this.spaces.open(member, projectRef(projectId));
    const [decision] = await this.permissions.decide(space.project, userId, [path]);
    if (!decision) {
      throw new Error('Nothing was decided about a folder.');
    }
    const { view, edit, download, add } = decision;
    const folder = {
      rights: { view, edit, download },
      canAdd: add,
      canDownload: member.canDownload,
    };
    if (await refusalOf(space, 'view', [path])) {
      return { ...folder, entries: [], total: 0 };
    }
    const [{ entries }, { total }] = await Promise.all([
      this.reading.list(member, space, path, { pageNum, size, sort: 'name', order: 'asc' }),
      this.reading.count(member, space, path),
    ]);
    return { ...folder, entries: await this.items.present(userId, space, entries), total };
  }

  /** With the rights that the member has now. */
  private async memberOf(projectId: string, userId: string): Promise<SpaceUser> {
    const project = isUuid(userId) ? await this.projects.find(projectId, userId) : null;
    if (!project || accessRoleOf(userId, project) === 'other') {
      throw new NotInProjectError();
    }
    const member = await this.rights.find(userId);
    if (!member || !mayUseProjects(member)) {
      throw new MemberKeptOutError();
    }
    return member;
  }
}
