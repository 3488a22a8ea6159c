import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { DownloadRepository } from './download.repository.js';
import { DownloadService } from './download.service.js';
import { PackageBuilder } from './package-builder.service.js';
import { SpaceAccess } from './space-access.service.js';
import { SpaceRegistry } from './space-provider.js';
import { SpaceRoom } from './space-room.service.js';
import { Staging } from './staging.js';
import { TransferSweeper } from './transfer-sweeper.service.js';
import { TransferController } from './transfer.controller.js';
import { TransferJobs } from './transfer.jobs.js';
import { UploadMiddleware } from './upload.middleware.js';
import { UploadRepository } from './upload.repository.js';
import { UploadService } from './upload.service.js';

/** Uploads, downloads and packages, in whatever spaces other features register. */
@Module({
  controllers: [TransferController],
  providers: [
    SpaceRegistry,
    SpaceAccess,
    SpaceRoom,
    Staging,
    UploadRepository,
    UploadService,
    DownloadRepository,
    DownloadService,
    PackageBuilder,
    TransferSweeper,
    TransferJobs,
  ],
  exports: [SpaceRegistry, SpaceRoom, DownloadService],
})
export class TransferModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UploadMiddleware).forRoutes('uploads', 'uploads/*path');
  }
}
