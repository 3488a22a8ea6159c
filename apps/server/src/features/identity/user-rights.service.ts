import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/http/caller.js';
import { IdentityRepository, type RightsRow } from './identity.repository.js';
import { mayBeSignedIn } from './user.policy.js';

/** What a user may do now, for work done on his behalf without his session: background jobs, download tickets. */
@Injectable()
export class UserRights {
  constructor(private readonly repository: IdentityRepository) {}

  /** @returns null for a user who is gone, frozen, or outside his validity period. */
  async find(userId: string): Promise<Omit<Caller, 'sessionId'> | null> {
    const rights = await this.repository.findRights(userId);
    return rights && mayBeSignedIn(rights, new Date()) ? toRights(rights) : null;
  }
}

/** The rights of a row, as the access rules need them. */
export function toRights(row: RightsRow): Omit<Caller, 'sessionId'> {
  return {
    userId: row.userId,
    userName: row.userName,
    language: row.language,
    isSystemAdministrator: row.isSystemAdministrator,
    menuUrls: new Set(row.menuUrls),
    canDownload: row.canDownload,
  };
}
