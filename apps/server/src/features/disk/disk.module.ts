import { Module } from '@nestjs/common';
import { TransferModule } from '../transfer/transfer.module.js';
import { ClientToolsController } from './client-tools.controller.js';
import { ClientTools } from './client-tools.service.js';
import { DiskFolders } from './disk-folders.service.js';
import { DiskHome } from './disk-home.service.js';
import { DiskUsageController } from './disk-usage.controller.js';
import { DiskUsageService } from './disk-usage.service.js';
import { DiskController } from './disk.controller.js';
import { DiskJobs } from './disk.jobs.js';
import { DiskService } from './disk.service.js';
import { TrashExpiry } from './trash-expiry.service.js';
import { TrashPurge } from './trash-purge.service.js';
import { TrashController } from './trash.controller.js';
import { TrashService } from './trash.service.js';

/** Users' own disks. */
@Module({
  imports: [TransferModule],
  controllers: [DiskController, DiskUsageController, TrashController, ClientToolsController],
  providers: [
    DiskFolders,
    DiskHome,
    DiskService,
    DiskUsageService,
    TrashService,
    TrashExpiry,
    TrashPurge,
    ClientTools,
    DiskJobs,
  ],
  exports: [DiskService],
})
export class DiskModule {}
