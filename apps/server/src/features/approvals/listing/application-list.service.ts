import { Injectable } from '@nestjs/common';
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
import { ProjectFacts } from '../../projects/files/project-facts.service.js';
import { SpaceDetails } from '../../spaces/details/space-details.service.js';
import { ApplicationContents } from '../requesting/application-contents.service.js';
import { ApplicationRepository, type PinnedPart } from '../application.repository.js';
import { ApplicationNotFoundError, NotAnApproverError } from '../approval.errors.js';
import { decides, hasApprovalPage } from '../approval.policy.js';
import { toApplicationFile, toApplicationRow, type FileNow } from '../approval.presenter.js';
import {
  ApplicationListRepository,
  type ListedApplication,
  type OpenApplications,
} from './application-list.repository.js';
import { ApplicationVisibility } from './application-visibility.service.js';

/** How many earlier applications of the same applicant a detail shows. */
const earlierShown = 5;

/** Applications as the applicant and the approvers see them, with what approvers need to know. */
@Injectable()
export class ApplicationListService {
  constructor(
    private readonly repository: ApplicationListRepository,
    private readonly applications: ApplicationRepository,
    private readonly contents: ApplicationContents,
    private readonly facts: ProjectFacts,
    private readonly details: SpaceDetails,
    private readonly sight: ApplicationVisibility,
    private readonly config: Config,
  ) {}

  async list(
    caller: Principal,
    input: EndpointParams<typeof endpoints.approvals.list>,
  ): Promise<{ data: ApplicationRow[]; total: number }> {
    const { me, projName, projectId, pageNum, pageSize } = input;
    const { applications, total } = await this.repository.list({
      userId: caller.userId,
      of: me,
      search: projName ?? '',
      projectId: projectId || null,
      offset: pageNum * pageSize,
      size: pageSize,
    });
    return { data: await this.present(caller, applications), total };
  }

  /** What of the applications is the caller's to act on; null without the page's menu. */
  countOpen(caller: Principal): Promise<OpenApplications | null> {
    return hasApprovalPage(caller)
      ? this.repository.countOpen(caller.userId)
      : Promise.resolve(null);
  }

  /** @throws ApplicationNotFoundError */
  async get(caller: Principal, id: string): Promise<ApplicationRow> {
    return this.presentOne(caller, await this.find(caller, id));
  }

  /** With how earlier requests of the applicant ended, for the approvers. */
  async getDetail(
    caller: Principal,
    id: string,
  ): Promise<EndpointResult<typeof endpoints.approvals.detail>> {
    const found = await this.find(caller, id);
    const application = await this.presentOne(caller, found);
    if (!decides(caller.userId, found)) {
      return { application, earlier: null };
    }
    const { counts, latest } = await this.repository.listEarlier(found, earlierShown);
    return {
      application,
      earlier: {
        pending: counts[0],
        approved: counts[1],
        rejected: counts[2],
        latest: await this.present(caller, latest),
      },
    };
  }

  /** Its files as they were and as they are now; none once the list was dropped. */
  async listFiles(
    caller: Principal,
    id: string,
    page: { pageNum: number; pageSize: number },
    signal: AbortSignal,
  ): Promise<{ data: ApplicationFile[]; total: number }> {
    const found = await this.find(caller, id);
    const { projectId } = found;
    const total = found.filesDroppedAt === null ? found.files : 0;
    const { pageNum, pageSize } = page;
    const files = await this.applications.listFiles(id, {
      skip: pageNum * pageSize,
      take: pageSize,
    });
    const paths = files.map(({ path }) => path);
    const visible = await this.sight.visible(caller, found, paths);
    const known = files.filter(({ path }) => visible.has(path));
    const now = new Map<PinnedPart, FileNow>();
    if (known.length > 0) {
      const space = await this.facts.open(projectId);
      const [changes, putters] = await Promise.all([
        this.contents.compare(space, known, signal),
        this.facts.whoPut(
          projectId,
          known.map(({ path }) => path),
        ),
      ]);
      known.forEach((file, at) => {
        const change = changes[at] ?? 'deleted';
        now.set(file, { path: file.path, change, putBy: putters[at] ?? null });
      });
    }
    const data = files.map((file) => toApplicationFile(file, now.get(file), this.config.timeZone));
    return { data, total };
  }

  /** The SHA-256 of one of its files, for the approvers. */
  async checksum(
    caller: Principal,
    id: string,
    path: string,
    signal: AbortSignal,
  ): Promise<string> {
    const found = await this.find(caller, id);
    if (!decides(caller.userId, found)) {
      throw new NotAnApproverError();
    }
    const files = await this.applications.listFiles(id);
    if (!files.some((file) => file.path === path && file.trashId === null)) {
      throw new ApplicationNotFoundError();
    }
    return this.details.checksum(await this.facts.open(found.projectId), path, signal);
  }

  /** For the applicant and the approvers; to others it does not exist. @throws ApplicationNotFoundError */
  async find(caller: Principal, id: string): Promise<ListedApplication> {
    const found = isUuid(id) ? await this.repository.find(id, caller.userId) : null;
    if (!found) {
      throw new ApplicationNotFoundError();
    }
    return found;
  }

  private async present(
    caller: Principal,
    rows: readonly ListedApplication[],
  ): Promise<ApplicationRow[]> {
    const now = new Date();
    const named = await this.sight.named(caller, rows);
    return named.map((row) => toApplicationRow(row, caller.userId, this.config.timeZone, now));
  }

  private async presentOne(caller: Principal, row: ListedApplication): Promise<ApplicationRow> {
    const [named = row] = await this.sight.named(caller, [row]);
    return toApplicationRow(named, caller.userId, this.config.timeZone, new Date());
  }
}
