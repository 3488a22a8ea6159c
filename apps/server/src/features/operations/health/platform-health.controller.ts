import { Controller, Req, Res } from '@nestjs/common';
import { endpoints, type EndpointParams, type HealthReport } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { TaskBoard } from '../task-board/task-board.service.js';
import { HealthReports } from './health-report.service.js';

const { health } = endpoints;

/** The health page, and the way to the board of task queues. */
@Controller()
export class PlatformHealthController {
  constructor(
    private readonly reports: HealthReports,
    private readonly board: TaskBoard,
  ) {}

  @Route(health.report)
  report(): Promise<HealthReport> {
    return this.reports.report();
  }

  @Route(health.requestTaskBoard)
  requestTaskBoard(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<string> {
    return this.board.request(caller);
  }

  @Route(health.openTaskBoard)
  async openTaskBoard(
    @Input() { ticket }: EndpointParams<typeof health.openTaskBoard>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.board.open(ticket, request, response);
  }
}
