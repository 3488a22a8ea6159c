import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../../config/config.js';
import { publicUrl } from '../../../platform/settings/platform.settings.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { platformOrigin, platformReach, type PlatformReach } from './platform-origin.js';

type AskedBy = Pick<Request, 'get' | 'protocol'>;

/** Where the platform is reached, as the environment or the settings say at the moment, else as the caller reached it. */
@Injectable()
export class PlatformAddress {
  constructor(
    private readonly config: Config,
    private readonly settings: Settings,
  ) {}

  async originFor(request: AskedBy): Promise<string> {
    return platformOrigin(await this.read(), request);
  }

  async reachFor(request: AskedBy): Promise<PlatformReach> {
    return platformReach(await this.read(), request);
  }

  private async read(): Promise<Pick<Config, 'publicUrl' | 'port' | 'host'>> {
    const { port, host } = this.config;
    return { port, host, publicUrl: (await this.settings.get(publicUrl)) ?? undefined };
  }
}
