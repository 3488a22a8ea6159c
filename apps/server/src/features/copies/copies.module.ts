import { Module } from '@nestjs/common';
import { SpacesModule } from '../spaces/spaces.module.js';
import { CopyReactions } from './copies.reactions.js';
import { CopyController } from './copy.controller.js';
import { CopyRepository } from './copy.repository.js';
import { CopyRetries } from './copy-retries.service.js';
import { CopyService } from './copy.service.js';
import { MoveService } from './move.service.js';
import { CopyRunner } from './running/copy-runner.service.js';
import { CopySweeper } from './running/copy-sweeper.service.js';
import { EntryTaskRequests } from './entry-tasks/entry-task-requests.service.js';
import { EntryTaskRunner } from './entry-tasks/entry-task-runner.service.js';
import { UnzipService } from './unzip/unzip.service.js';
import { Unpacker } from './unzip/unpacker.service.js';
import { EntryCopier } from './running/entry-copier.service.js';

/** Copies between spaces, moves within one, and the long acts on entries that are tasks. */
@Module({
  imports: [SpacesModule],
  controllers: [CopyController],
  providers: [
    CopyReactions,
    CopyRepository,
    CopyRetries,
    CopyService,
    CopyRunner,
    CopySweeper,
    EntryCopier,
    EntryTaskRequests,
    EntryTaskRunner,
    MoveService,
    UnzipService,
    Unpacker,
  ],
  exports: [CopyService, MoveService, UnzipService],
})
export class CopiesModule {}
