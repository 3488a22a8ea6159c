import { Inject, Injectable } from '@nestjs/common';
import type { Language, MenuNode, UserDetail } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Caller } from '../../platform/http/caller.js';
import { IdentityRepository } from './identity.repository.js';
import { toMenuTree } from './menu.presenter.js';
import { toUserDetail } from './user.presenter.js';

/** What a signed-in user may know and set of himself. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly repository: IdentityRepository,
    @Inject(Config) private readonly config: Config,
  ) {}

  async getDetail(caller: Caller): Promise<UserDetail> {
    return toUserDetail(
      await this.repository.getUserWithRoles(caller.userId),
      caller.canDownload,
      this.config.timeZone,
    );
  }

  async getMenuTree(caller: Caller): Promise<MenuNode[]> {
    return toMenuTree(await this.repository.listMenus(caller.userId, caller.isSystemAdministrator));
  }

  async setLanguage(caller: Caller, selected: Language): Promise<{ selected: Language }> {
    await this.repository.setLanguage(caller.userId, selected);
    return { selected };
  }
}
