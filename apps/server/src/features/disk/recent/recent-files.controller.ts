import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type RecentFile } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { RecentFiles } from '../../spaces/recent/recent-files.service.js';
import { toRecentFile } from '../disk.presenter.js';

/** What a user worked with last. */
@Controller()
export class RecentFilesController {
  constructor(
    private readonly recent: RecentFiles,
    private readonly config: Config,
  ) {}

  @Route(endpoints.disk.recentFiles)
  async list(
    @Input() { size }: EndpointParams<typeof endpoints.disk.recentFiles>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<RecentFile[]> {
    const files = await this.recent.list(caller, size);
    return files.map((file) => toRecentFile(file, this.config.timeZone));
  }
}
