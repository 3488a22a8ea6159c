import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/http/domain-error.js';
import { RightEndedError } from '../../../platform/running-work/running-work.errors.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { refOf, type SpaceKey } from '../../spaces/space-key.js';
import type { Space, SpaceUser } from '../../spaces/space.js';
import type { CopyTaskEntity } from '../copy-task.entity.js';

/** What the user of a copy may do with its two spaces while it runs. */
@Injectable()
export class CopyAccess {
  constructor(
    private readonly access: SpaceAccess,
    private readonly rights: UserRights,
  ) {}

  /** Both spaces with the rights of this moment, to copy these of its entries. @throws what the user may not do */
  async open(
    copy: CopyTaskEntity,
    paths: readonly string[] = copy.paths,
  ): Promise<{ user: SpaceUser; source: Space; target: Space }> {
    const user = await this.rights.find(copy.userId);
    if (!user) {
      throw new RightEndedError();
    }
    return {
      user,
      source: await this.access.openFor(user, refOf(copy), 'download', paths),
      target: await this.access.openFor(user, refOf(targetKeyOf(copy)), 'add', [copy.dir]),
    };
  }

  /** False when a right that the copy needs has ended; anything else that fails is no answer, and no reason to stop. */
  async isStillAllowed(copy: CopyTaskEntity): Promise<boolean> {
    return this.open(copy).then(
      () => true,
      (error: unknown) => !(error instanceof DomainError),
    );
  }
}

/** The space that the copies come into. */
export function targetKeyOf({ targetSpace, targetSpaceId }: CopyTaskEntity): SpaceKey {
  return { space: targetSpace, spaceId: targetSpaceId };
}
