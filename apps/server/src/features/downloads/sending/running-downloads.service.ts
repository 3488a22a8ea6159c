import { Injectable, Logger } from '@nestjs/common';
import { groupBy } from '../../../platform/group-by.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import {
  RunningWork,
  type WorkGroup,
  type WorkHandle,
} from '../../../platform/running-work/running-work.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { refOf, spaceKeyText } from '../../spaces/space-key.js';
import { SpaceRegistry, type Space, type SpaceUser } from '../../spaces/space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import type { DownloadRight, OpenedDownload } from '../download.service.js';
import { DownloadRepository, type FoundTicket } from '../download.repository.js';
import { PackageRights } from '../packages/package-rights.service.js';

/** A running download with its current ticket and user. */
interface Running {
  work: WorkHandle;
  ticket: FoundTicket;
  user: SpaceUser;
}

/**
 * Whether running downloads may continue. There may be hundreds: their tickets, users and space versions are read together, and
 * rights to entries are checked only where a version has changed, once for each user and space.
 */
@Injectable()
export class RunningDownloads implements WorkGroup {
  private readonly logger = new Logger('RunningDownloads');
  private readonly rightOf = new WeakMap<WorkHandle, DownloadRight>();

  constructor(
    private readonly running: RunningWork,
    private readonly downloads: DownloadRepository,
    private readonly users: UserRights,
    private readonly spaces: SpaceRegistry,
    private readonly access: SpaceAccess,
    private readonly packages: PackageRights,
  ) {}

  begin({ owner, right }: Pick<OpenedDownload, 'owner' | 'right'>): WorkHandle {
    const work = this.running.begin(owner, { group: this });
    this.rightOf.set(work, right);
    return work;
  }

  async findAllowed(works: readonly WorkHandle[]): Promise<ReadonlySet<WorkHandle>> {
    const running = await this.list(works);
    const changed = await this.findChanged(running);
    const allowed = new Set(running.filter((one) => !changed.has(one)).map(({ work }) => work));
    const groups = groupBy(changed, ({ ticket }) => `${ticket.userId} ${spaceKeyText(ticket)}`);
    for (const group of groups.values()) {
      const may = await this.ask(group).catch((error: unknown) => {
        // A failed check of one group does not affect the others.
        this.logger.warn({ err: error }, 'Downloads could not be checked; they are checked again');
        return group.map(({ work }) => work);
      });
      may.forEach((work) => allowed.add(work));
    }
    return allowed;
  }

  /** Those with a valid ticket and user. */
  private async list(works: readonly WorkHandle[]): Promise<Running[]> {
    const ids = new Set(works.flatMap((work) => this.rightOf.get(work)?.ticketId ?? []));
    const found = await this.downloads.listTickets([...ids]);
    const tickets = new Map(found.map((ticket) => [ticket.id, ticket]));
    const users = await this.users.findAll([...new Set(found.map(({ userId }) => userId))]);
    return works.flatMap((work) => {
      const ticket = tickets.get(this.rightOf.get(work)?.ticketId ?? '');
      const user = ticket && users.get(ticket.userId);
      return ticket && user?.canDownload ? [{ work, ticket, user }] : [];
    });
  }

  /** Those whose rights may have changed. */
  private async findChanged(running: readonly Running[]): Promise<Set<Running>> {
    const changed = new Set(running);
    for (const [name, some] of groupBy(running, ({ ticket }) => ticket.space)) {
      const asked = some.map(({ user, ticket }) => ({ user, key: ticket }));
      const versions = (await this.spaces.find(name)?.rightsVersions(asked)) ?? [];
      some.forEach((one, index) => {
        const now = versions[index] ?? null;
        if (now !== null && now === this.rightOf.get(one.work)?.version) {
          changed.delete(one);
        }
      });
    }
    return changed;
  }

  /** One user's downloads in one space. A refusal of one file or package ends only its own downloads. */
  private async ask(running: readonly Running[]): Promise<WorkHandle[]> {
    const [first] = running;
    const space = first && (await this.open(first));
    if (!space) {
      return [];
    }
    const paths = running.flatMap(({ ticket }) => ticket.files.map(({ path }) => path));
    const decisions = paths.length === 0 ? [] : await space.can('download', paths);
    const refused = new Set<unknown>(
      paths.filter((_, index) => decisions[index]?.isAllowed !== true),
    );
    const packages = new Map(running.map(({ ticket }) => [ticket.packageId, ticket.package]));
    for (const [id, entity] of packages) {
      if (entity && (await this.packages.findRefusal(space, entity))) {
        refused.add(id);
      }
    }
    const version = space.rightsVersion ?? null;
    return running.flatMap(({ work, ticket }) => {
      if (refused.has(ticket.packageId) || ticket.files.some(({ path }) => refused.has(path))) {
        return [];
      }
      this.rightOf.set(work, { ticketId: ticket.id, version });
      return [work];
    });
  }

  private open({ user, ticket }: Running): Promise<Space | null> {
    return this.access.openForDownload(user, refOf(ticket), []).catch((error: unknown) => {
      if (error instanceof DomainError) {
        return null;
      }
      throw error;
    });
  }
}
