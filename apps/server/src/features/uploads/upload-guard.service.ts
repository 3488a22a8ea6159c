import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { RunningWork, type WorkHandle } from '../../platform/running-work/running-work.service.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { keyOf, spaceKeyText } from '../spaces/space-key.js';
import { UserRights } from '../users/rights/user-rights.service.js';

/** A client that sends nothing for so long is gone: its connection, descriptor and lock are freed. It can go on later. */
export const uploadSilenceMs = 60_000;

/** Where bytes that are coming in shall go. */
export interface IncomingTarget {
  ref: SpaceRef;
  dir: string;
}

/** Watches over calls that bring bytes: each is cut off when the right that it was begun with ends. */
@Injectable()
export class UploadGuard {
  constructor(
    private readonly running: RunningWork,
    private readonly rights: UserRights,
    private readonly access: SpaceAccess,
  ) {}

  /**
   * Begins to watch; the caller ends it. `target` may become known only on the way: then it is asked for when it matters.
   */
  watch(caller: Principal, request: Request, target: () => IncomingTarget | null): WorkHandle {
    const work = this.running.begin(
      {
        userId: caller.userId,
        sessionId: caller.sessionId,
        spaceKeys: () =>
          [target()].flatMap((to) => (to ? spaceKeyText(keyOf(caller, to.ref)) : [])),
      },
      { isStillAllowed: () => this.isStillAllowed(caller.userId, target()) },
    );
    work.signal.addEventListener('abort', () => request.destroy());
    return work;
  }

  private async isStillAllowed(userId: string, target: IncomingTarget | null): Promise<boolean> {
    const user = await this.rights.find(userId);
    if (!user || !target) {
      return user !== null;
    }
    return this.access.openFor(user, target.ref, 'add', [target.dir]).then(
      () => true,
      (error: unknown) => !(error instanceof DomainError),
    );
  }
}
