import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sweepCopies } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { QuotaReservations } from '../spaces/quota/quota-reservations.service.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { CopyRepository } from './copy.repository.js';

/** What copies register with other features. */
@Injectable()
export class CopyReactions implements OnModuleInit {
  constructor(
    private readonly room: QuotaReservations,
    private readonly disk: FreeSpaceGuard,
    private readonly dueWork: DueWork,
    private readonly copies: CopyRepository,
  ) {}

  onModuleInit(): void {
    this.room.addPendingSource((manager, account) => this.copies.pendingBytes(manager, account));
    this.disk.addSource((besides) => this.copies.bytesUnderWay(besides));
    this.dueWork.watch(sweepCopies, this.copies.leases.staleCondition);
  }
}
