import { Controller } from '@nestjs/common';
import {
  endpoints,
  type DiskUsage,
  type EndpointParams,
  type TrashItem,
} from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { SpaceTrash } from '../../spaces/trash/space-trash.service.js';
import { toTrashItem } from '../../spaces/trash/trash-item.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { projectRef } from '../space/project-ref.js';
import {
  ProjectSpaceProvider,
  type ProjectSpace,
} from '../space/project-space-provider.service.js';
import { ProjectQuotas } from '../settings/project-quota.service.js';

const { projectFiles } = endpoints;

/** What projects keep, and their trashes, which are their managers'. */
@Controller()
export class ProjectTrashController {
  constructor(
    private readonly gate: ProjectGate,
    private readonly spaces: ProjectSpaceProvider,
    private readonly trash: SpaceTrash,
    private readonly usages: SpaceUsages,
    private readonly quotas: ProjectQuotas,
    private readonly config: Config,
  ) {}

  @Route(projectFiles.usage)
  async usage(
    @Input() { projectId }: EndpointParams<typeof projectFiles.usage>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskUsage> {
    await this.gate.enterAsMember(caller, projectId);
    return this.usages.get(projectRef(projectId));
  }

  @Route(projectFiles.setQuota)
  setQuota(
    @Input() { projectId, quotaBytes }: EndpointParams<typeof projectFiles.setQuota>,
  ): Promise<DiskUsage> {
    return this.quotas.set(projectId, quotaBytes);
  }

  @Route(projectFiles.trash)
  async list(
    @Input() { projectId, pageNum, size }: EndpointParams<typeof projectFiles.trash>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: TrashItem[]; total: number }> {
    const space = await this.open(caller, projectId);
    const { entries, total, keptDays } = await this.trash.list(space, pageNum, size);
    const { timeZone } = this.config;
    return { data: entries.map((entry) => toTrashItem(entry, keptDays, timeZone)), total };
  }

  @Route(projectFiles.restoreFromTrash)
  async restore(
    @Input() { projectId, ids }: EndpointParams<typeof projectFiles.restoreFromTrash>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ id: string; path: string }[]> {
    return this.trash.restore(await this.open(caller, projectId), caller, ids);
  }

  @Route(projectFiles.purgeTrash)
  async purge(
    @Input() { projectId, ids }: EndpointParams<typeof projectFiles.purgeTrash>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.trash.purge(await this.open(caller, projectId), caller, ids);
  }

  @Route(projectFiles.emptyTrash)
  async empty(
    @Input() { projectId }: EndpointParams<typeof projectFiles.emptyTrash>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.trash.empty(await this.open(caller, projectId), caller);
  }

  private open(caller: Principal, projectId: string): Promise<ProjectSpace> {
    return this.spaces.openTrash(caller, projectRef(projectId));
  }
}
