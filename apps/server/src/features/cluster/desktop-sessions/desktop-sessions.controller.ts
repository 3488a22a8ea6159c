import { Controller } from '@nestjs/common';
import {
  endpoints,
  type DesktopSession,
  type EndpointAnswer,
  type EndpointParams,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { DesktopSessions } from './desktop-sessions.service.js';

const { desktopSessions } = endpoints;

/** The users on desktops. */
@Controller()
export class DesktopSessionsController {
  constructor(private readonly service: DesktopSessions) {}

  @Route(desktopSessions.list)
  list(
    @Input() input: EndpointParams<typeof desktopSessions.list>,
  ): Promise<{ data: DesktopSession[]; totalRow: number }> {
    return this.service.list(input);
  }

  @Route(desktopSessions.onHost)
  onHost(
    @Input() { nodeId }: EndpointParams<typeof desktopSessions.onHost>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof desktopSessions.onHost>> {
    return this.service.listOf(nodeId, caller);
  }

  @Route(desktopSessions.close)
  async close(
    @Input() input: EndpointParams<typeof desktopSessions.close>,
  ): Promise<{ closed: number }> {
    return { closed: await this.service.close(input) };
  }
}
