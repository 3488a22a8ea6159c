import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import type {
  ChangeContext,
  EntryChange,
  SpaceObserver,
} from '../spaces/operations/space-observer.js';
import { UploadRepository } from './upload.repository.js';

/** Uploads under way follow the folder that they go to when it is renamed or moved on the platform. */
@Injectable()
export class UploadFollower implements OnModuleInit, SpaceObserver {
  constructor(
    private readonly operations: OperationLog,
    private readonly uploads: UploadRepository,
  ) {}

  onModuleInit(): void {
    this.operations.observe('disk', this);
    this.operations.observe('project', this);
  }

  async entriesMoved(
    { manager, key }: ChangeContext,
    entries: readonly Extract<EntryChange, { kind: 'moved' }>[],
  ): Promise<void> {
    for (const { from, to } of entries) {
      await this.uploads.moveTargets(manager, key, from, to);
    }
  }
}
