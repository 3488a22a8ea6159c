import { Injectable } from '@nestjs/common';
import type { EndpointAnswer, EndpointParams, jobEndpoints } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DiskSpaceProvider } from '../../disk/disk-space-provider.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { SpaceReading } from '../../spaces/listing/space-reading.service.js';
import { NotInProjectJobError } from '../projects/project-job.errors.js';

/** The folders that a job may work in. */
@Injectable()
export class WorkDirs {
  constructor(
    private readonly disk: DiskSpaceProvider,
    private readonly access: SpaceAccess,
    private readonly reading: SpaceReading,
  ) {}

  /**
   * The folders in a folder of the caller's disk, or of a project those that the caller may view.
   * @throws NotInProjectJobError, and what the project refuses
   */
  async list(
    caller: Principal,
    { space: kind, spaceId, path }: EndpointParams<typeof jobEndpoints.dirs>,
  ): Promise<EndpointAnswer<typeof jobEndpoints.dirs>> {
    if ((kind === 'project') !== (spaceId !== undefined)) {
      throw new NotInProjectJobError();
    }
    const space = spaceId
      ? await this.access.openFor(caller, { space: 'project', spaceId }, 'view', [path])
      : await this.disk.openWithoutQuota(caller);
    const { entries } = await this.reading.list(caller, space, path, {});
    return entries
      .filter(({ isDirectory }) => isDirectory)
      .map(({ name, path: dir }) => ({ name, path: dir }));
  }
}
