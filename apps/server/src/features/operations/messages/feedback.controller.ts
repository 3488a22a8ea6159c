import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type FeedbackRow } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { FeedbackService } from './feedback.service.js';

const calls = endpoints.feedback;

@Controller()
export class FeedbackController {
  constructor(private readonly feedback: FeedbackService) {}

  @Route(calls.leave)
  leave(
    @Input() input: EndpointParams<typeof calls.leave>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.feedback.leave(caller, input);
  }

  @Route(calls.list)
  list(
    @Input() input: EndpointParams<typeof calls.list>,
  ): Promise<{ content: FeedbackRow[]; totalElements: number; open: number }> {
    return this.feedback.list(input);
  }

  @Route(calls.handle)
  handle(
    @Input() input: EndpointParams<typeof calls.handle>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.feedback.handle(caller, input);
  }

  @Route(calls.remove)
  remove(@Input() input: EndpointParams<typeof calls.remove>): Promise<void> {
    return this.feedback.remove(input.id);
  }
}
