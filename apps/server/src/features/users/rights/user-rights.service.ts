import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/http/access/principal.js';
import { RightsRepository, type RightsRow } from './rights.repository.js';
import { mayBeSignedIn } from '../user.policy.js';

/** What a user may do now, for work done on his behalf without his session: background jobs, download tickets. */
@Injectable()
export class UserRights {
  constructor(private readonly repository: RightsRepository) {}

  /** @returns null for a user who is gone, frozen, or outside his validity period. */
  async find(userId: string): Promise<Omit<Principal, 'sessionId'> | null> {
    const rights = await this.repository.findRights(userId);
    return rights && mayBeSignedIn(rights, new Date()) ? toRights(rights) : null;
  }
}

/** The rights of a row, as the access rules need them. */
export function toRights(row: RightsRow): Omit<Principal, 'sessionId'> {
  return {
    userId: row.userId,
    userName: row.userName,
    language: row.language,
    isSystemAdministrator: row.isSystemAdministrator,
    menuUrls: new Set(row.menuUrls),
    canDownload: row.canDownload,
  };
}
