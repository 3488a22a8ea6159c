import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ArrivingUploads } from './arriving-uploads.service.js';
import { QuotaHolds } from './forms/quota-hold.service.js';
import { UploadBatches } from './forms/upload-batch.service.js';
import { ChunkUploads } from './forms/upload-chunk.service.js';
import { UploadForms } from './forms/upload-form.service.js';
import { UploadLocker } from './tus/upload-locker.js';
import { UploadMiddleware } from './tus/upload.middleware.js';
import { UploadTickets } from './upload-caller.js';
import { UploadController } from './upload.controller.js';
import { UploadRepository } from './upload.repository.js';
import { UploadProgressReports } from './upload-progress.service.js';
import { UploadService } from './upload.service.js';
import { UploadReactions } from './uploads.reactions.js';
import { UploadSweeper } from './upload-sweeper.service.js';

/** Resumable uploads and the documented upload forms, into any space. */
@Module({
  imports: [SpacesModule],
  controllers: [UploadController],
  providers: [
    UploadTickets,
    UploadLocker,
    UploadRepository,
    ArrivingUploads,
    UploadProgressReports,
    UploadService,
    UploadReactions,
    UploadSweeper,
    ChunkUploads,
    UploadBatches,
    QuotaHolds,
    UploadForms,
  ],
  exports: [UploadForms, UploadTickets],
})
export class UploadsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UploadMiddleware).forRoutes('uploads', 'uploads/*path');
  }
}
