import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../../platform/http/access/public.decorator.js';
import { HealthService } from './health.service.js';

/** For supervisors and load balancers; plain HTTP. */
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process answers. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can work: 200 or 503. */
  @Get('ready')
  async ready(@Res() response: Response): Promise<void> {
    const status = await this.health.readiness();
    response.status(status === 'ok' ? 200 : 503).json({ status });
  }
}
