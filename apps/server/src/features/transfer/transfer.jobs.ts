import { Injectable } from '@nestjs/common';
import { buildPackage, copyEntries, sweepTransfers, type JobPayload } from '@clusterdesk/contracts';
import { OnJob } from '../../platform/queue/on-job.decorator.js';
import { CopyRunner } from './copy-runner.service.js';
import { PackageBuilder } from './package-builder.service.js';
import { TransferSweeper } from './transfer-sweeper.service.js';

/** The background jobs of transfer. */
@Injectable()
export class TransferJobs {
  constructor(
    private readonly builder: PackageBuilder,
    private readonly copier: CopyRunner,
    private readonly sweeper: TransferSweeper,
  ) {}

  @OnJob(buildPackage)
  async build(payload: JobPayload<typeof buildPackage>, signal: AbortSignal): Promise<void> {
    await this.builder.build(payload.packageId, signal);
  }

  @OnJob(copyEntries)
  async copy(payload: JobPayload<typeof copyEntries>, signal: AbortSignal): Promise<void> {
    await this.copier.run(payload.copyId, signal);
  }

  @OnJob(sweepTransfers)
  async sweep(): Promise<void> {
    await this.sweeper.sweep();
  }
}
