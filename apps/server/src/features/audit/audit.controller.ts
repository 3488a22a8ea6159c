import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Req, Res } from '@nestjs/common';
import {
  allEndpoints,
  endpoints,
  limits,
  auditedEntryPoints,
  type EndpointParams,
  type LogRow,
} from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { readToken, type Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { goneSignal } from '../../platform/http/gone-signal.js';
import { readWireDate } from '../../platform/http/time/read-wire-date.js';
import { AuditExport } from './audit-export.service.js';
import { AuditLogRepository, type LogFilter } from './audit-log.repository.js';
import { toLogRow } from './audit.presenter.js';

const { list, methods, exportRows } = endpoints.audit;
const defaultPageSize = 20;

@Controller()
export class AuditController {
  constructor(
    private readonly repository: AuditLogRepository,
    private readonly exports: AuditExport,
    private readonly config: Config,
  ) {}

  @Route(list)
  async list(
    @Input() { pageNum = 0, size = defaultPageSize, ...input }: EndpointParams<typeof list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ content: LogRow[]; totalElements: number }> {
    const page = { offset: pageNum * size, size };
    const { rows, total } = await this.repository.list(this.toFilter(input), page);
    return {
      content: rows.map((row) => toLogRow(row, this.config.timeZone, caller.language)),
      totalElements: total,
    };
  }

  @Route(methods)
  methods(): { logModel: string; methodName: string }[] {
    return [
      ...allEndpoints
        .filter(({ audited }) => audited)
        .map(({ feature, path }) => ({ logModel: feature, methodName: path })),
      ...Object.values(auditedEntryPoints),
    ];
  }

  @Route(exportRows)
  async exportRows(
    @Input() input: EndpointParams<typeof exportRows>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = readToken(request.headers.authorization) ?? '';
    const filter = this.toFilter(input);
    await this.exports.run(
      async () => {
        const lines = this.exports.lines(caller, token, filter);
        response.setHeader('Content-Type', 'text/csv; charset=utf-8');
        response.setHeader('Content-Disposition', 'attachment; filename="log.csv"');
        response.setHeader('Cache-Control', 'no-store');
        response.setHeader('X-Row-Limit', String(limits.logExportRows));
        // What fails on the way ends the connection: a file that looks whole would be worse.
        await pipeline(Readable.from(lines), response).catch(() => response.destroy());
      },
      () => goneSignal(request),
    );
  }

  /** @throws DomainError 400 for a date that does not exist */
  private toFilter({
    startDate,
    endDate,
    methodName,
    ...filter
  }: EndpointParams<typeof exportRows>): LogFilter {
    const { timeZone } = this.config;
    return {
      ...filter,
      methodNames: methodName,
      ...(startDate === undefined ? {} : { from: readWireDate(startDate, timeZone, 'start') }),
      ...(endDate === undefined ? {} : { until: readWireDate(endDate, timeZone, 'end') }),
    };
  }
}
