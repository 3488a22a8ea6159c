import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type BackupImported,
  type EndpointParams,
  type RestoringRow,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { BackupImport } from './import/backup-import.service.js';
import { RestoringRequests } from './restoring/restoring-requests.service.js';

const { backupImports, backups } = endpoints;

/** Bringing backups here, and restoring them. */
@Controller()
export class BackupRestoringController {
  constructor(
    private readonly imports: BackupImport,
    private readonly restorings: RestoringRequests,
  ) {}

  @Route(backupImports.import)
  async import(
    @Input() { restore }: EndpointParams<typeof backupImports.import>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<EnvelopeResult<BackupImported>> {
    const result = await this.imports.receive(caller, request, restore);
    return result.restoring
      ? withMessage(result, {
          cn: '备份已导入并通过检查，正在恢复：先对当前数据做安全备份，再整体替换，完成后所有用户需重新登录',
          en: 'The backup was imported and checked, and is being restored: a safety backup comes first, then everything is replaced, and all users have to sign in again.',
        })
      : withMessage(result, {
          cn: '备份已导入并通过检查，可在备份列表中恢复',
          en: 'The backup was imported and checked. Restore it from the list of backups when you want to.',
        });
  }

  @Route(backups.restore)
  restore(
    @Input() { id }: EndpointParams<typeof backups.restore>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<RestoringRow> {
    return this.restorings.request(caller, id);
  }
}
