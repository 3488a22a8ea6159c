import { Injectable } from '@nestjs/common';
import {
  limits,
  type EndpointParams,
  type endpoints,
  type ProjectRow,
} from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { trashDaysSetting } from '../../spaces/trash/trash-days.setting.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { ProjectNotFoundError } from '../project.errors.js';
import { accessRoleOf, mayUseProjects } from '../project.policy.js';
import { toProjectRow } from '../project.presenter.js';
import { decidePermission } from '../permission/decide-permission.js';
import { projectRef } from '../space/project-ref.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { ProjectChanges, type LastChange } from './project-changes.repository.js';
import { AwaitingDecisions } from './awaiting-decisions.service.js';
import {
  ProjectListRepository,
  type ListedProject,
  type ProjectsOf,
} from './project-list.repository.js';

/** So many of a page that are not measured yet are measured for it: as many as a page shows people. */
const measuredAtOnce = Math.max(...limits.pageSizes);

const lists: Record<string, ProjectsOf> = { '1': 'managed', '2': 'joined' };

/** Projects as their cards and pages show them. */
@Injectable()
export class ProjectListService {
  constructor(
    private readonly repository: ProjectListRepository,
    private readonly gate: ProjectGate,
    private readonly awaiting: AwaitingDecisions,
    private readonly changes: ProjectChanges,
    private readonly usages: SpaceUsages,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {}

  /** A part of the caller's list; deleted projects are listed for their owner, who can restore them. */
  async list(
    caller: Principal,
    input: EndpointParams<typeof endpoints.projects.list>,
  ): Promise<{ data: ProjectRow[]; total: number }> {
    const { me, projectName, id, isDeleted = false, pageNum, pageSize } = input;
    const { projects, total } = await this.repository.list({
      userId: caller.userId,
      of: isDeleted ? 'managed' : (lists[me ?? ''] ?? 'both'),
      isDeleted,
      search: projectName ?? '',
      id: id === undefined || id === '' ? null : id,
      offset: pageNum * pageSize,
      size: pageSize,
    });
    return { data: await this.present(caller, projects), total };
  }

  /** How many projects are in each of the caller's lists; null without such a list. */
  count(caller: Principal): Promise<{ managed: number; joined: number } | null> {
    return mayUseProjects(caller) ? this.repository.count(caller.userId) : Promise.resolve(null);
  }

  /** Names to choose from; who manages queues chooses among all. */
  listNames(caller: Principal, search: string): Promise<{ id: string; projectName: string }[]> {
    const isForQueues = caller.isSystemAdministrator || caller.permissions.has('queues.manage');
    const whose = isForQueues ? null : caller.userId;
    return this.repository.listNames(whose, search, limits.maxPageSize);
  }

  /** One that the caller may open. @throws ProjectNotFoundError */
  async get(caller: Principal, id: string): Promise<ProjectRow> {
    await this.gate.enter(caller, id);
    const project = await this.repository.find(id, caller.userId);
    const [row] = project ? await this.present(caller, [project]) : [];
    if (!row) {
      throw new ProjectNotFoundError();
    }
    return row;
  }

  private async present(
    caller: Principal,
    projects: readonly ListedProject[],
  ): Promise<ProjectRow[]> {
    const { userId } = caller;
    const ids = projects.map(({ id }) => id);
    const [counts, changes, trashDays] = await Promise.all([
      this.awaiting.of(userId, ids),
      this.changes.listLast(ids),
      this.settings.get(trashDaysSetting),
    ]);
    for (const { id, usedBytes, deletedAt } of projects.slice(0, measuredAtOnce)) {
      if (usedBytes === null && deletedAt === null) {
        this.usages.measureSoon(projectRef(id));
      }
    }
    const facts = { timeZone: this.config.timeZone, trashDays };
    return projects.map((project) => {
      const last = changes.get(project.id);
      const shown = last && {
        at: last.at,
        path: maySee(userId, project, last) ? last.path : null,
      };
      const awaiting = counts.get(project.id) ?? { awaitingMe: 0, ownPending: 0 };
      return toProjectRow(project, { userId, ...awaiting, last: shown ?? null }, facts);
    });
  }
}

/** Whether a user may know which entry changed last; while it is not known what holds for entries, only managers may. */
function maySee(
  userId: string,
  { owner, admin, isMember }: ListedProject,
  { chain, isSettled }: LastChange,
): boolean {
  const people = { ownerId: owner?.id ?? null, adminId: admin?.id ?? null, isMember };
  const accessRole = accessRoleOf(userId, people);
  return (
    accessRole === 'manager' || (isSettled && decidePermission({ userId, accessRole }, chain).view)
  );
}
