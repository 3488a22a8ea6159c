import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../platform/http/caller.js';
import { IdentityRepository } from './identity.repository.js';
import { UserEntity } from './user.entity.js';
import { mayBeSignedIn } from './user.policy.js';

/** What a user may do now, for work done on his behalf without his session: background jobs, download tickets. */
@Injectable()
export class UserRights {
  private readonly repository: IdentityRepository;

  constructor(private readonly dataSource: DataSource) {
    this.repository = new IdentityRepository(dataSource);
  }

  /** @returns null for a user who is gone, frozen, or outside his validity period. */
  async find(userId: string): Promise<Omit<Caller, 'sessionId'> | null> {
    const user = await this.dataSource
      .getRepository(UserEntity)
      .findOne({ where: { id: userId }, relations: { roles: true } });
    if (!user || !mayBeSignedIn(user, new Date())) {
      return null;
    }
    const isSystemAdministrator = user.roles.some((role) => role.isSystemAdministrator);
    const menus = await this.repository.listMenus(userId, isSystemAdministrator);
    return {
      userId,
      userName: user.userName,
      language: user.language,
      isSystemAdministrator,
      menuUrls: new Set(menus.map((menu) => menu.menuUrl)),
      canDownload: user.canDownload,
    };
  }
}
