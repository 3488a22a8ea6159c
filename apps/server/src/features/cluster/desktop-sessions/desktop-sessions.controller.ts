import { Controller } from '@nestjs/common';
import { endpoints, type DesktopSession, type EndpointParams } from '@clusterdesk/contracts';
import { Input, Route } from '../../../platform/http/endpoint.decorator.js';
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

  @Route(desktopSessions.close)
  async close(
    @Input() input: EndpointParams<typeof desktopSessions.close>,
  ): Promise<{ closed: number }> {
    return { closed: await this.service.close(input) };
  }
}
