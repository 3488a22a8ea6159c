import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AccelLinks } from '../downloads/accel-links.service.js';
import { CopyRunner } from '../copies/copy-runner.service.js';
import { CopyController } from '../copies/copy.controller.js';
import { CopyRepository } from '../copies/copy.repository.js';
import { CopyService } from '../copies/copy.service.js';
import { DownloadRepository } from '../downloads/download.repository.js';
import { DownloadService } from '../downloads/download.service.js';
import { MoveService } from '../copies/move.service.js';
import { PackageBuilder } from '../downloads/packages/package-builder.service.js';
import { SpaceAccess } from './space-access.service.js';
import { SpaceRegistry } from './space-provider.js';
import { QuotaReservations } from './quota-reservations.service.js';
import { Staging } from './staging.js';
import { TransferSweeper } from './transfer-sweeper.service.js';
import { DownloadController } from '../downloads/download.controller.js';
import { TransferTasks } from './transfer.tasks.js';
import { UploadBatches } from '../uploads/forms/upload-batch.service.js';
import { ChunkUploads } from '../uploads/forms/upload-chunk.service.js';
import { UploadForms } from '../uploads/forms/upload-form.service.js';
import { QuotaHolds } from '../uploads/forms/quota-hold.service.js';
import { UploadLocker } from '../uploads/tus/upload-locker.js';
import { UploadController } from '../uploads/upload.controller.js';
import { UploadMiddleware } from '../uploads/tus/upload.middleware.js';
import { UploadRepository } from '../uploads/upload.repository.js';
import { UploadService } from '../uploads/upload.service.js';

/** Uploads, downloads and packages, in whatever spaces other features register. */
@Module({
  controllers: [DownloadController, CopyController, UploadController],
  providers: [
    SpaceRegistry,
    SpaceAccess,
    QuotaReservations,
    Staging,
    UploadLocker,
    UploadRepository,
    UploadService,
    ChunkUploads,
    UploadBatches,
    QuotaHolds,
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
    TransferTasks,
  ],
  exports: [SpaceRegistry, QuotaReservations, UploadForms, DownloadService, CopyService],
})
export class TransferModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UploadMiddleware).forRoutes('uploads', 'uploads/*path');
  }
}
