import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AccelLinks } from './accel-links.service.js';
import { CopyRunner } from './copy-runner.service.js';
import { CopyController } from './copy.controller.js';
import { CopyRepository } from './copy.repository.js';
import { CopyService } from './copy.service.js';
import { DownloadRepository } from './download.repository.js';
import { DownloadService } from './download.service.js';
import { MoveService } from './move.service.js';
import { PackageBuilder } from './package-builder.service.js';
import { SpaceAccess } from './space-access.service.js';
import { SpaceRegistry } from './space-provider.js';
import { SpaceRoom } from './space-room.service.js';
import { Staging } from './staging.js';
import { TransferSweeper } from './transfer-sweeper.service.js';
import { TransferController } from './transfer.controller.js';
import { TransferJobs } from './transfer.jobs.js';
import { UploadBatches } from './upload-batch.service.js';
import { ChunkUploads } from './upload-chunk.service.js';
import { UploadForms } from './upload-form.service.js';
import { UploadHolds } from './upload-hold.service.js';
import { UploadLocker } from './upload-locker.js';
import { UploadController } from './upload.controller.js';
import { UploadMiddleware } from './upload.middleware.js';
import { UploadRepository } from './upload.repository.js';
import { UploadService } from './upload.service.js';

/** Uploads, downloads and packages, in whatever spaces other features register. */
@Module({
  controllers: [TransferController, CopyController, UploadController],
  providers: [
    SpaceRegistry,
    SpaceAccess,
    SpaceRoom,
    Staging,
    UploadLocker,
    UploadRepository,
    UploadService,
    ChunkUploads,
    UploadBatches,
    UploadHolds,
    UploadForms,
    DownloadRepository,
    DownloadService,
    AccelLinks,
    PackageBuilder,
    CopyRepository,
    CopyService,
    CopyRunner,
    MoveService,
    TransferSweeper,
    TransferJobs,
  ],
  exports: [SpaceRegistry, SpaceRoom, UploadForms, DownloadService, CopyService],
})
export class TransferModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UploadMiddleware).forRoutes('uploads', 'uploads/*path');
  }
}
