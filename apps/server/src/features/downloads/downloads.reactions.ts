import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sweepDownloads } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { DownloadRepository } from './download.repository.js';

/** What downloads contribute to lower features, and how they react to events there. */
@Injectable()
export class DownloadReactions implements OnModuleInit {
  constructor(
    private readonly disk: FreeSpaceGuard,
    private readonly dueWork: DueWork,
    private readonly downloads: DownloadRepository,
  ) {}

  onModuleInit(): void {
    this.disk.addSource((besides) => this.downloads.leases.bytesUnderWay(besides));
    this.dueWork.watch(sweepDownloads, this.downloads.leases.staleCondition);
  }
}
