import { Injectable } from '@nestjs/common';
import {
  limits,
  type DownloadPermission,
  type EndpointParams,
  type endpoints,
  type UserOption,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { AccessRevocation } from '../rights/access-revocation.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { Grants } from '../rights/grants.service.js';
import { NobodyChosenError } from '../user.errors.js';
import {
  isSwitchOn,
  listChosen,
  listFirst,
  replaceSwitch,
} from './download-permission.repository.js';
import { downloadSwitchKey } from './download-switch.js';

/** The platform-wide download switch, and who is chosen for each of its states (spec part 2 §6). */
@Injectable()
export class DownloadPermissionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly grants: Grants,
    private readonly revocation: AccessRevocation,
    private readonly audit: AuditTrail,
    private readonly changes: AccountChanges,
  ) {}

  /** @param size how many users to choose from; those who are chosen come besides */
  get(size: number): Promise<DownloadPermission> {
    // In one snapshot: the switch and its users belong together.
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const allowDownload = await isSwitchOn(manager);
      const denied = await listChosen(manager, true);
      const allowed = await listChosen(manager, false);
      const users = await listFirst(manager, size);
      const all = new Map([...users, ...denied, ...allowed].map((user) => [user.id, user]));
      return {
        allowDownload,
        allowDownloadOfNotAllowUsers: denied.map(toChosen),
        notAllowDownloadOfAllowUser: allowed.map(toChosen),
        users: [...all.values()],
      };
    });
  }

  /** @throws NobodyChosenError, UserUnknownError */
  async save(
    caller: Principal,
    { allowDownload, userIds }: EndpointParams<typeof endpoints.downloadPermission.save>,
  ): Promise<void> {
    if (userIds.length === 0) {
      throw new NobodyChosenError();
    }
    await this.change(caller, allowDownload, userIds);
  }

  /** As at first: on, and nobody is chosen, which the documented call cannot say. */
  async allowAll(caller: Principal): Promise<void> {
    await this.change(caller, true, []);
  }

  /** Whose right changes is told at once, in their windows and to what runs for them. */
  private async change(
    caller: Principal,
    allowDownload: boolean,
    userIds: readonly string[],
  ): Promise<void> {
    const changed = await this.dataSource.transaction(async (manager) => {
      await this.grants.begin(manager, caller);
      const before = await describe(manager);
      const users = await replaceSwitch(manager, allowDownload, userIds);
      await this.audit.record(manager, {
        target: { type: 'setting', id: downloadSwitchKey, name: downloadSwitchKey },
        details: { before, after: await describe(manager), changedUsers: users.length },
      });
      this.changes.note(manager, 'downloads');
      return users;
    });
    this.revocation.downloadsChanged(changed);
  }
}

const toChosen = ({ id, userName, realName }: UserOption) => ({ userId: id, userName, realName });

/** The state of the switch with those chosen for it: how many, and as many names as one row of the log holds. */
async function describe(manager: EntityManager): Promise<Record<string, unknown>> {
  const allowDownload = await isSwitchOn(manager);
  const chosen = await listChosen(manager, allowDownload);
  const userNames = chosen.slice(0, limits.maxPageSize).map(({ userName }) => userName);
  return { allowDownload, count: chosen.length, userNames };
}
