import { Controller, UploadedFile } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type EndpointResult,
  type JobDetail,
  type JobRow,
  type QueueOption,
} from '@clusterdesk/contracts';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type Answer } from '../../platform/http/with-message.js';
import { JobService } from './job.service.js';

const calls = endpoints.jobs;

@Controller()
export class JobController {
  constructor(private readonly jobs: JobService) {}

  @Handles(calls.queueList)
  queueList(@Input() _: object, @CurrentCaller() caller: Caller): Promise<QueueOption[]> {
    return this.jobs.listQueues(caller);
  }

  @Handles(calls.run)
  run(
    @Input() input: EndpointParams<typeof calls.run>,
    @CurrentCaller() caller: Caller,
  ): Promise<JobRow> {
    return this.jobs.submit(caller, input);
  }

  @Handles(calls.list)
  list(
    @Input() input: EndpointParams<typeof calls.list>,
    @CurrentCaller() caller: Caller,
  ): Promise<JobRow[]> {
    return this.jobs.list(caller, input);
  }

  @Handles(calls.stop)
  async stop(
    @Input() input: EndpointParams<typeof calls.stop>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.jobs.stop(caller, input.jobId);
    return null;
  }

  @Handles(calls.detail)
  detail(
    @Input() input: EndpointParams<typeof calls.detail>,
    @CurrentCaller() caller: Caller,
  ): Promise<JobDetail> {
    return this.jobs.getDetail(caller, input.jobId);
  }

  @Handles(calls.log)
  log(
    @Input() input: EndpointParams<typeof calls.log>,
    @CurrentCaller() caller: Caller,
  ): Promise<EndpointResult<typeof calls.log>> {
    return this.jobs.readLog(caller, input.jobId, input.offset);
  }

  /** The text comes back in `message` as well: that is where the documented client reads it. */
  @Handles(calls.upload)
  upload(
    @Input() _: EndpointParams<typeof calls.upload>,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): Answer<string> {
    const text = this.jobs.readScript(file?.buffer);
    return withMessage(text, { cn: text, en: text });
  }
}
