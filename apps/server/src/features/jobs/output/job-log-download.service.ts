import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import {
  FetchTickets,
  type FetchGrant,
} from '../../sessions/fetch-tickets/fetch-tickets.service.js';
import { assertMayDownload } from '../../spaces/space-access.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { SealedOutput } from '../projects/sealed-output.service.js';
import { JobNotFoundError, OutputRemovedError } from '../job.errors.js';
import { mayRunJobs } from '../job.policy.js';
import { JobRepository } from '../job.repository.js';
import { JobService } from '../job.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobOutputs } from './job-outputs.service.js';

/** A client that reads nothing for this long is gone. */
const silenceMs = 60_000;

/** A job's output as a file that the browser saves while it arrives: neither the page nor the server holds all of it. */
@Injectable()
export class JobLogDownload {
  constructor(
    private readonly jobs: JobService,
    private readonly repository: JobRepository,
    private readonly outputs: JobOutputs,
    private readonly sealed: SealedOutput,
    private readonly tickets: FetchTickets,
    private readonly rights: UserRights,
    private readonly running: RunningWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * A ticket for the output of a job that the caller may see.
   * @throws JobNotFoundError, DownloadOffError, LogNeedsApprovalError, OutputRemovedError
   */
  async request(caller: Principal, jobId: string): Promise<string> {
    const job = await this.jobs.get(caller, jobId);
    assertMayDownload(caller);
    this.sealed.assertDownloadable(job);
    if (job.outputRemovedAt) {
      throw new OutputRemovedError();
    }
    return this.repository.transaction(async (manager) => {
      await this.audit.record(manager, {
        target: { type: 'job', id: job.id, name: job.jobName },
        details: { owner: job.userName },
      });
      return this.tickets.issue(caller, 'job-log', job.id, manager);
    });
  }

  /** Sends the output up to its end at this moment, and breaks off when the right to it ends. */
  async send(request: Request, response: Response, ticket: string): Promise<void> {
    const grant = await this.tickets.redeem(ticket, 'job-log', request.method);
    const job = await this.find(grant);
    response.attachment(`${job.jobName}-${job.id}.log`);
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.setHeader('Content-Length', job.outputBytes);
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', 'sandbox');
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const { userId, sessionId } = grant;
    const work = this.running.begin(
      { userId, sessionId },
      {
        isStillAllowed: () =>
          this.find(grant).then(
            () => true,
            (error: unknown) => !(error instanceof DomainError),
          ),
      },
    );
    response.setTimeout(silenceMs, () => response.destroy());
    try {
      // A failure ends the connection: a file that looks complete would be worse.
      await pipeline(Readable.from(this.pieces(job)), response, { signal: work.signal }).catch(() =>
        response.destroy(),
      );
    } finally {
      work.end();
      response.setTimeout(0);
    }
  }

  /** The job of a ticket, by the current rights. @throws JobNotFoundError, DownloadOffError */
  private async find({ userId, subject }: FetchGrant): Promise<ScriptJobEntity> {
    const reader = await this.rights.find(userId);
    if (!reader || !mayRunJobs(reader)) {
      throw new JobNotFoundError();
    }
    assertMayDownload(reader);
    return this.jobs.get(reader, subject);
  }

  /** The output of the job's attempt until now, piece by piece. */
  private async *pieces(job: ScriptJobEntity): AsyncGenerator<Buffer> {
    const end = Number(job.outputBytes);
    for (let offset = 0; offset < end;) {
      const { data } = await this.outputs.read(job.id, offset, limits.jobLogPageBytes);
      const piece = data.subarray(0, end - offset);
      const now = await this.repository.find(job.id);
      if (piece.length === 0 || now?.attempt !== job.attempt) {
        throw new OutputRemovedError();
      }
      yield piece;
      offset += piece.length;
    }
  }
}
