import { Injectable } from '@nestjs/common';
import type { Language, MenuNode, UserDetail } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { RightsRepository } from '../users/rights/rights.repository.js';
import { toMenuTree } from '../users/menus/menu.presenter.js';
import { toUserDetail } from '../users/user.presenter.js';

/** What a signed-in user may know and set of himself. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly repository: RightsRepository,
    private readonly config: Config,
  ) {}

  async getDetail(caller: Principal): Promise<UserDetail> {
    return toUserDetail(
      await this.repository.getUserWithRoles(caller.userId),
      caller.canDownload,
      this.config.timeZone,
    );
  }

  async getMenuTree(caller: Principal): Promise<MenuNode[]> {
    return toMenuTree(await this.repository.listMenus(caller.userId, caller.isSystemAdministrator));
  }

  async setLanguage(caller: Principal, selected: Language): Promise<{ selected: Language }> {
    await this.repository.setLanguage(caller.userId, selected);
    return { selected };
  }
}
