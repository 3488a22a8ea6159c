import { Injectable, type OnModuleInit } from '@nestjs/common';
import type {
  ApplicationFile,
  ApplicationRow,
  EndpointParams,
  EndpointResult,
  endpoints,
} from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { isUuid } from '../../../platform/database/is-uuid.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AwaitingDecisions } from '../../projects/listing/awaiting-decisions.service.js';
import { ProjectFacts } from '../../projects/files/project-facts.service.js';
import { SpaceDetails } from '../../spaces/details/space-details.service.js';
import { ApplicationContents } from '../application-contents.service.js';
import { ApplicationRepository } from '../application.repository.js';
import { ApplicationNotFoundError, NotAnApproverError } from '../approval.errors.js';
import { hasApprovalPage } from '../approval.policy.js';
import { toApplicationFile, toApplicationRow } from '../approval.presenter.js';
import {
  ApplicationListRepository,
  type ListedApplication,
} from './application-list.repository.js';

/** Earlier ones of the same applicant that a detail shows. */
const earlierShown = 5;

/** Applications for who applied and who decides, with what there is to know before deciding. */
@Injectable()
export class ApplicationListService implements OnModuleInit {
  constructor(
    private readonly repository: ApplicationListRepository,
    private readonly applications: ApplicationRepository,
    private readonly contents: ApplicationContents,
    private readonly facts: ProjectFacts,
    private readonly details: SpaceDetails,
    private readonly awaiting: AwaitingDecisions,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.awaiting.register((userId, ids) => this.repository.countAwaiting(userId, ids));
  }

  async list(
    caller: Principal,
    input: EndpointParams<typeof endpoints.approvals.list>,
  ): Promise<{ data: ApplicationRow[]; total: number }> {
    const { me, projName, projectId, pageNum, pageSize } = input;
    const only = projectId === undefined || projectId === '' ? null : projectId;
    if (only !== null && !isUuid(only)) {
      return { data: [], total: 0 };
    }
    const { applications, total } = await this.repository.list({
      userId: caller.userId,
      of: me,
      search: projName ?? '',
      projectId: only,
      offset: pageNum * pageSize,
      size: pageSize,
    });
    return { data: applications.map((row) => this.present(caller, row)), total };
  }

  /** How many wait for the caller's word, and how many of his own wait for others'; null for who has not their page. */
  countOpen(caller: Principal): Promise<{ awaitingMe: number; pending: number } | null> {
    return hasApprovalPage(caller)
      ? this.repository.countOpen(caller.userId)
      : Promise.resolve(null);
  }

  /** @throws ApplicationNotFoundError */
  async get(caller: Principal, id: string): Promise<ApplicationRow> {
    return this.present(caller, await this.find(caller, id));
  }

  /** With how earlier requests of the applicant ended, which is for who decides. */
  async getDetail(
    caller: Principal,
    id: string,
  ): Promise<EndpointResult<typeof endpoints.approvals.detail>> {
    const found = await this.find(caller, id);
    const application = this.present(caller, found);
    if (!application.isAdmin) {
      return { application, earlier: null };
    }
    const { counts, latest } = await this.repository.listEarlier(found, earlierShown);
    return {
      application,
      earlier: {
        pending: counts[0],
        approved: counts[1],
        rejected: counts[2],
        latest: latest.map((row) => this.present(caller, row)),
      },
    };
  }

  /** Its files as they were and as they are now. */
  async listFiles(
    caller: Principal,
    id: string,
    page: { pageNum: number; pageSize: number },
    signal: AbortSignal,
  ): Promise<{ data: ApplicationFile[]; total: number }> {
    const { files: total, projectId } = await this.find(caller, id);
    const { pageNum, pageSize } = page;
    const files = await this.applications.listFiles(id, {
      skip: pageNum * pageSize,
      take: pageSize,
    });
    const space = await this.facts.open(projectId);
    const [changes, putters] = await Promise.all([
      this.contents.compare(space, files, signal),
      this.facts.whoPut(
        projectId,
        files.map(({ path }) => path),
      ),
    ]);
    const { timeZone } = this.config;
    const data = files.map((file, index) => {
      const change = changes[index] ?? 'deleted';
      return toApplicationFile(file, change, putters[index] ?? null, timeZone);
    });
    return { data, total };
  }

  /** The SHA-256 of one of its files, for who decides. */
  async checksum(
    caller: Principal,
    id: string,
    path: string,
    signal: AbortSignal,
  ): Promise<string> {
    const found = await this.find(caller, id);
    if (!this.present(caller, found).isAdmin) {
      throw new NotAnApproverError('');
    }
    const files = await this.applications.listFiles(id);
    if (!files.some((file) => file.path === path && file.trashId === null)) {
      throw new ApplicationNotFoundError();
    }
    return this.details.checksum(caller, await this.facts.open(found.projectId), path, signal);
  }

  /** Who applied and who decides. */
  listConcerned(id: string): Promise<string[]> {
    return this.repository.listConcerned([id]);
  }

  listAllConcerned(ids: readonly string[]): Promise<string[]> {
    return this.repository.listConcerned(ids);
  }

  private async find(caller: Principal, id: string): Promise<ListedApplication> {
    const found = isUuid(id) ? await this.repository.find(id, caller.userId) : null;
    if (!found) {
      throw new ApplicationNotFoundError();
    }
    return found;
  }

  private present(caller: Principal, row: ListedApplication): ApplicationRow {
    return toApplicationRow(row, caller.userId, this.config.timeZone, new Date());
  }
}
