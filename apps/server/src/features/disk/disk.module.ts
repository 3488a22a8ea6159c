import { Module } from '@nestjs/common';
import { TransferModule } from '../transfer/transfer.module.js';
import { DiskHome } from './disk-home.service.js';
import { DiskController } from './disk.controller.js';
import { DiskService } from './disk.service.js';

/** Users' own disks. */
@Module({
  imports: [TransferModule],
  controllers: [DiskController],
  providers: [DiskHome, DiskService],
  exports: [DiskService],
})
export class DiskModule {}
