import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type LogRow } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import { Route, Input } from '../../platform/http/endpoint.decorator.js';
import { wireTime } from '../../platform/http/time/wire-time.js';
import { AuditLogRepository } from './audit-log.repository.js';

const { list } = endpoints.audit;
const defaultPageSize = 20;

@Controller()
export class AuditController {
  constructor(
    private readonly repository: AuditLogRepository,
    private readonly config: Config,
  ) {}

  @Route(list)
  async list(
    @Input() { pageNum = 0, size = defaultPageSize, ...filter }: EndpointParams<typeof list>,
  ): Promise<{ content: LogRow[]; totalElements: number }> {
    const { rows, total } = await this.repository.list(filter, { offset: pageNum * size, size });
    return {
      content: rows.map(({ createdAt, targetType, targetId, targetName, details, ...row }) => ({
        ...row,
        ...(targetType !== null && targetId !== null
          ? { target: { type: targetType, id: targetId, name: targetName ?? '' } }
          : {}),
        ...(details === null ? {} : { details: { ...details } }),
        createTime: wireTime(createdAt, this.config.timeZone),
      })),
      totalElements: total,
    };
  }
}
