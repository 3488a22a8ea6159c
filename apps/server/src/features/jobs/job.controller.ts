import { Controller, Req, Res, UploadedFile } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type EndpointAnswer,
  type WireJobDetail,
  type WireJobRow,
} from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { JobSearch } from './listing/job-search.service.js';
import { JobLogDownload } from './output/job-log-download.service.js';
import { JobSubmission } from './submitting/job-submission.service.js';
import { JobService } from './job.service.js';

const calls = endpoints.jobs;

@Controller()
export class JobController {
  constructor(
    private readonly jobs: JobService,
    private readonly submission: JobSubmission,
    private readonly jobSearch: JobSearch,
    private readonly downloads: JobLogDownload,
  ) {}

  @Route(calls.run)
  run(
    @Input() input: EndpointParams<typeof calls.run>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<WireJobRow> {
    return this.submission.submit(caller, input);
  }

  @Route(calls.runMany)
  runMany(
    @Input() input: EndpointParams<typeof calls.runMany>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.runMany>> {
    return this.submission.submitMany(caller, input);
  }

  @Route(calls.rerun)
  rerun(
    @Input() input: EndpointParams<typeof calls.rerun>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<WireJobRow> {
    return this.submission.rerun(caller, input);
  }

  @Route(calls.list)
  list(
    @Input() input: EndpointParams<typeof calls.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<WireJobRow[]> {
    return this.jobSearch.list(caller, input);
  }

  @Route(calls.search)
  search(
    @Input() input: EndpointParams<typeof calls.search>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.search>> {
    return this.jobSearch.search(caller, input);
  }

  @Route(calls.counts)
  counts(
    @Input() input: EndpointParams<typeof calls.counts>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.counts>> {
    return this.jobSearch.count(caller, input);
  }

  @Route(calls.elements)
  elements(
    @Input() input: EndpointParams<typeof calls.elements>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.elements>> {
    return this.jobs.listElements(caller, input);
  }

  @Route(calls.onHost)
  onHost(
    @Input() { nodeId }: EndpointParams<typeof calls.onHost>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.onHost>> {
    return this.jobSearch.listOn(nodeId, caller);
  }

  @Route(calls.stop)
  stop(
    @Input() input: EndpointParams<typeof calls.stop>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.jobs.stop(caller, input.jobId);
  }

  @Route(calls.hold)
  hold(
    @Input() input: EndpointParams<typeof calls.hold>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.jobs.hold(caller, input.jobId);
  }

  @Route(calls.release)
  release(
    @Input() input: EndpointParams<typeof calls.release>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.jobs.release(caller, input.jobId);
  }

  @Route(calls.detail)
  detail(
    @Input() input: EndpointParams<typeof calls.detail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<WireJobDetail> {
    return this.jobs.getDetail(caller, input.jobId);
  }

  @Route(calls.log)
  log(
    @Input() input: EndpointParams<typeof calls.log>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.log>> {
    return this.jobs.readLog(caller, input);
  }

  @Route(calls.getLogPath)
  getLogPath(
    @Input() input: EndpointParams<typeof calls.getLogPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.downloads.request(caller, input.jobId);
  }

  @Route(calls.downloadLog)
  async downloadLog(
    @Input() input: EndpointParams<typeof calls.downloadLog>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.downloads.send(request, response, input.ticket);
  }

  /** The text comes back in `message` as well: that is where the documented client reads it. */
  @Route(calls.upload)
  upload(
    @Input() _: EndpointParams<typeof calls.upload>,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): EnvelopeResult<string> {
    const text = this.jobs.readScript(file?.buffer);
    return withMessage(text, { cn: text, en: text });
  }
}
