import { Controller } from '@nestjs/common';
import {
  endpoints,
  type EffectivePermission,
  type EndpointParams,
  type EntryRights,
  type MemberView,
  type ProjectRow,
  type ProjectSettings,
  type ProjectTag,
  type ProjectUser,
} from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { ProjectListService } from './listing/project-list.service.js';
import { ProjectPeople } from './members/project-people.service.js';
import { MemberViews } from './permission/member-views.service.js';
import { PermissionSettings } from './permission/permission-settings.service.js';
import { ProjectService } from './settings/project.service.js';

const { projects, projectFiles } = endpoints;

/** Projects, who is in them, and their switches. */
@Controller()
export class ProjectController {
  constructor(
    private readonly lists: ProjectListService,
    private readonly service: ProjectService,
    private readonly people: ProjectPeople,
    private readonly permissions: PermissionSettings,
    private readonly views: MemberViews,
  ) {}

  @Route(projects.list)
  list(
    @Input() input: EndpointParams<typeof projects.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: ProjectRow[]; total: number }> {
    return this.lists.list(caller, input);
  }

  @Route(projects.listAll)
  listAll(
    @Input() { name }: EndpointParams<typeof projects.listAll>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ id: string; projectName: string }[]> {
    return this.lists.listNames(caller, name ?? '');
  }

  @Route(projects.add)
  add(
    @Input() input: EndpointParams<typeof projects.add>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectRow> {
    return this.service.add(caller, input);
  }

  @Route(projects.detail)
  detail(
    @Input() { id }: EndpointParams<typeof projects.detail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectRow> {
    return this.lists.get(caller, id);
  }

  @Route(projects.getSettings)
  getSettings(
    @Input() { projectId }: EndpointParams<typeof projects.getSettings>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectSettings> {
    return this.service.getSettings(caller, projectId);
  }

  @Route(projects.edit)
  edit(
    @Input() input: EndpointParams<typeof projects.edit>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectSettings> {
    return this.service.edit(caller, input);
  }

  @Route(projects.remove)
  remove(
    @Input() { id }: EndpointParams<typeof projects.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.service.remove(caller, id);
  }

  @Route(projects.restore)
  restore(
    @Input() { id }: EndpointParams<typeof projects.restore>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectRow> {
    return this.service.restore(caller, id);
  }

  @Route(projects.addTag)
  addTag(
    @Input() { projectId, tagName }: EndpointParams<typeof projects.addTag>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectTag> {
    return this.service.addTag(caller, projectId, tagName);
  }

  @Route(projects.removeTag)
  removeTag(
    @Input() { projectId, tagId }: EndpointParams<typeof projects.removeTag>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.service.removeTag(caller, projectId, tagId);
  }

  @Route(projects.users)
  users(
    @Input() input: EndpointParams<typeof projects.users>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: ProjectUser[]; total: number }> {
    return this.people.listMembers(caller, input);
  }

  @Route(projects.candidates)
  candidates(
    @Input() input: EndpointParams<typeof projects.candidates>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: ProjectUser[]; total: number }> {
    return this.people.listCandidates(caller, input);
  }

  @Route(projects.addUsers)
  addUsers(
    @Input() { projectId, userId }: EndpointParams<typeof projects.addUsers>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.people.add(caller, projectId, userId);
  }

  @Route(projects.removeUser)
  removeUser(
    @Input() { projectId, userId }: EndpointParams<typeof projects.removeUser>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.people.remove(caller, projectId, userId);
  }

  @Route(projects.leave)
  leave(
    @Input() { projectId }: EndpointParams<typeof projects.leave>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.people.leave(caller, projectId);
  }

  @Route(projects.setAdmin)
  setAdmin(
    @Input() { id, userId }: EndpointParams<typeof projects.setAdmin>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.people.setAdmin(caller, id, userId);
  }

  @Route(projectFiles.rights)
  rights(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.rights>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EntryRights> {
    return this.permissions.explain(caller, projectId, path);
  }

  @Route(projectFiles.asMember)
  asMember(
    @Input() input: EndpointParams<typeof projectFiles.asMember>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<MemberView> {
    return this.views.list(caller, input);
  }

  @Route(projectFiles.getPermission)
  getPermission(
    @Input() { projectId, file }: EndpointParams<typeof projectFiles.getPermission>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EffectivePermission> {
    return this.permissions.get(caller, projectId, file);
  }

  @Route(projectFiles.setPermission)
  setPermission(
    @Input()
    {
      projectId,
      file,
      filePermission,
      permissionChanges,
    }: EndpointParams<typeof projectFiles.setPermission>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EffectivePermission> {
    return this.permissions.set(
      caller,
      projectId,
      file,
      permissionChanges ?? filePermission ?? null,
    );
  }
}
