import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import type { SpaceObserver } from '../spaces/operations/space-observer.js';
import { QuotaReservations } from '../spaces/quota/quota-reservations.service.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { ArrivingUploads } from './arriving-uploads.service.js';
import { UploadRepository } from './upload.repository.js';

/** What uploads register with other features, and how they react to changes there. */
@Injectable()
export class UploadReactions implements OnModuleInit {
  constructor(
    private readonly operations: OperationLog,
    private readonly room: QuotaReservations,
    private readonly disk: FreeSpaceGuard,
    private readonly uploads: UploadRepository,
    private readonly arriving: ArrivingUploads,
  ) {}

  onModuleInit(): void {
    this.room.addPendingSource((manager, account) => this.uploads.pendingBytes(manager, account));
    this.disk.addSource(() => this.arriving.bytes());
    // Unfinished uploads follow their target folder when it is renamed or moved on the platform.
    const follower: SpaceObserver = {
      entriesMoved: async ({ manager, key }, entries) => {
        for (const { from, to } of entries) {
          await this.uploads.moveTargets(manager, key, from, to);
        }
      },
    };
    this.operations.observe('disk', follower);
    this.operations.observe('project', follower);
  }
}
