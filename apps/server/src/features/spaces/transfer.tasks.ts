import { Injectable } from '@nestjs/common';
import {
  buildPackage,
  copyEntries,
  sweepTransfers,
  type TaskPayload,
} from '@clusterdesk/contracts';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { CopyRunner } from '../copies/copy-runner.service.js';
import { PackageBuilder } from '../downloads/packages/package-builder.service.js';
import { TransferSweeper } from './transfer-sweeper.service.js';

/** The background jobs of transfer. */
@Injectable()
export class TransferTasks {
  constructor(
    private readonly builder: PackageBuilder,
    private readonly copier: CopyRunner,
    private readonly sweeper: TransferSweeper,
  ) {}

  @OnTask(buildPackage)
  async build(payload: TaskPayload<typeof buildPackage>, signal: AbortSignal): Promise<void> {
    await this.builder.build(payload.packageId, signal);
  }

  @OnTask(copyEntries)
  async copy(payload: TaskPayload<typeof copyEntries>, signal: AbortSignal): Promise<void> {
    await this.copier.run(payload.copyId, signal);
  }

  @OnTask(sweepTransfers)
  async sweep(): Promise<void> {
    await this.sweeper.sweep();
  }
}
