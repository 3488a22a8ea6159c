import { Injectable, Logger } from '@nestjs/common';
import { groupBy } from '../../../platform/group-by.js';
import { nullWhenRefused } from '../../../platform/http/domain-error.js';
import {
  RunningWork,
  type WorkGroup,
  type WorkHandle,
  type WorkOwner,
} from '../../../platform/running-work/running-work.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { SpaceAccess } from '../space-access.service.js';
import { refOf, spaceKeyText, type SpaceKey } from '../space-key.js';
import { SpaceRegistry, type SpaceAction, type SpaceUser } from '../space.js';

/** What a transfer does in one space; the same object as long as it does the same. */
export interface TransferUse {
  key: SpaceKey;
  action: SpaceAction;
  paths: readonly string[];
}

interface Transfer {
  userId: string;
  uses: () => readonly TransferUse[];
}

interface Asked {
  work: WorkHandle;
  user: SpaceUser;
  use: TransferUse;
}

/**
 * Whether uploads and copies that run may go on. Their users and the versions of their spaces are read together, and rights to
 * entries only where a version is another one, once for each user and space.
 */
@Injectable()
export class RunningTransfers implements WorkGroup {
  private readonly logger = new Logger('RunningTransfers');
  private readonly transfers = new WeakMap<WorkHandle, Transfer>();
  /** `Space.rightsVersion` with which a use was allowed last. */
  private readonly versions = new WeakMap<TransferUse, string>();

  constructor(
    private readonly running: RunningWork,
    private readonly users: UserRights,
    private readonly spaces: SpaceRegistry,
    private readonly access: SpaceAccess,
  ) {}

  /**
   * @param uses may become known on the way
   * @param alsoChecked further spaces on whose access it hangs, as `spaceKeyText` names them
   */
  begin(
    { userId, sessionId }: Pick<WorkOwner, 'userId' | 'sessionId'>,
    uses: Transfer['uses'],
    alsoChecked: readonly string[] = [],
  ): WorkHandle {
    const owner = { userId, ...(sessionId !== undefined && { sessionId }) };
    const spaceKeys = (): string[] => [
      ...uses().map(({ key }) => spaceKeyText(key)),
      ...alsoChecked,
    ];
    const work = this.running.begin({ ...owner, spaceKeys }, { group: this });
    this.transfers.set(work, { userId, uses });
    return work;
  }

  async findAllowed(works: readonly WorkHandle[]): Promise<ReadonlySet<WorkHandle>> {
    const transfers = works.flatMap((work) => {
      const transfer = this.transfers.get(work);
      return transfer ? [{ work, ...transfer }] : [];
    });
    const users = await this.users.findAll([...new Set(transfers.map(({ userId }) => userId))]);
    const allowed = new Set<WorkHandle>();
    const asked = transfers.flatMap(({ work, userId, uses }): Asked[] => {
      const user = users.get(userId);
      if (user) {
        allowed.add(work);
      }
      return user ? uses().map((use) => ({ work, user, use })) : [];
    });
    for (const [name, some] of groupBy(asked, ({ use }) => use.key.space)) {
      const pairs = some.map(({ user, use }) => ({ user, key: use.key }));
      const versions = (await this.spaces.find(name)?.rightsVersions(pairs)) ?? [];
      const changed = some.filter(({ use }, index) => {
        const now = versions[index] ?? null;
        return now === null || now !== this.versions.get(use);
      });
      const groups = groupBy(
        changed,
        ({ user, use }) => `${user.userId} ${use.action} ${spaceKeyText(use.key)}`,
      );
      for (const group of groups.values()) {
        const refused = await this.listRefused(group).catch((error: unknown) => {
          this.logger.warn(
            { err: error },
            'Transfers could not be checked; they are checked again',
          );
          return [];
        });
        refused.forEach(({ work }) => allowed.delete(work));
      }
    }
    return allowed;
  }

  /** All of them are one user's, with the same action in one space. */
  private async listRefused(group: readonly Asked[]): Promise<readonly Asked[]> {
    const [first] = group;
    const space =
      first && (await this.access.open(first.user, refOf(first.use.key)).catch(nullWhenRefused));
    if (!space) {
      return group;
    }
    const paths = group.flatMap(({ use }) => use.paths);
    const decisions = await space.can(first.use.action, paths);
    const refused = new Set(paths.filter((_, index) => decisions[index]?.isAllowed !== true));
    return group.filter(({ use }) => {
      const isRefused = use.paths.some((path) => refused.has(path));
      if (!isRefused && space.rightsVersion) {
        this.versions.set(use, space.rightsVersion);
      }
      return isRefused;
    });
  }
}
