import { Injectable } from '@nestjs/common';
import type { EndpointAnswer, jobEndpoints } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DiskSpaceProvider } from '../../disk/disk-space-provider.service.js';
import { SpaceReading } from '../../spaces/listing/space-reading.service.js';

/** The folders that a job may work in. */
@Injectable()
export class WorkDirs {
  constructor(
    private readonly disk: DiskSpaceProvider,
    private readonly reading: SpaceReading,
  ) {}

  /** The folders in a folder of the caller's disk. */
  async list(caller: Principal, path: string): Promise<EndpointAnswer<typeof jobEndpoints.dirs>> {
    const space = await this.disk.openWithoutQuota(caller);
    const { entries } = await this.reading.list(caller, space, path, {});
    return entries
      .filter(({ isDirectory }) => isDirectory)
      .map(({ name, path: dir }) => ({ name, path: dir }));
  }
}
