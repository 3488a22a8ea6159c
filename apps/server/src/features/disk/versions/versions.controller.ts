import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type FileVersion } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { DownloadService } from '../../downloads/download.service.js';
import { SpaceVersions } from '../../spaces/versions/space-versions.service.js';
import {
  fileVersionDaysSetting,
  fileVersionsSetting,
} from '../../spaces/versions/version-rules.settings.js';

const { versions } = endpoints;

/** Earlier versions of files of the own disk and of projects. */
@Controller()
export class VersionsController {
  constructor(
    private readonly versions: SpaceVersions,
    private readonly downloads: DownloadService,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {}

  @Route(versions.list)
  async list(
    @Input() { space, path }: EndpointParams<typeof versions.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: FileVersion[]; keptVersions: number; keptDays: number }> {
    const { timeZone } = this.config;
    const found = await this.versions.list(caller, space, path);
    return {
      data: found.map(({ id, sizeBytes, modifiedAt, replacedAt, replacedBy }) => ({
        id,
        size: sizeBytes,
        modifiedAt: wireTime(modifiedAt, timeZone),
        replacedAt: wireTime(replacedAt, timeZone),
        replacedBy,
      })),
      keptVersions: await this.settings.get(fileVersionsSetting),
      keptDays: await this.settings.get(fileVersionDaysSetting),
    };
  }

  @Route(versions.restore)
  restore(
    @Input() { space, path, versionId }: EndpointParams<typeof versions.restore>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.versions.restore(caller, space, path, versionId);
  }

  @Route(versions.remove)
  remove(
    @Input() { space, path, versionId }: EndpointParams<typeof versions.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.versions.remove(caller, space, path, versionId);
  }

  @Route(versions.getDownloadPath)
  getDownloadPath(
    @Input() { space, path, versionId }: EndpointParams<typeof versions.getDownloadPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.downloads.requestVersion(caller, space, path, versionId);
  }
}
