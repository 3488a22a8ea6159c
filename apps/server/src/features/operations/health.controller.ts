import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { ServerDrain } from '../../platform/http/serving/server-drain.service.js';
import { Public } from '../../platform/http/access/public.decorator.js';

/** For supervisors and load balancers; plain HTTP. */
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: ServerDrain,
  ) {}

  /** The process answers. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can work: its database answers, and it is not about to stop. */
  @Get('ready')
  async ready(@Res() response: Response): Promise<void> {
    if (!this.drain.isServing) {
      response.status(503).json({ status: 'stopping' });
      return;
    }
    try {
      await this.dataSource.query('SELECT 1');
      response.json({ status: 'ok' });
    } catch {
      response.status(503).json({ status: 'database away' });
    }
  }
}
