import { Controller, Res, UploadedFile } from '@nestjs/common';
import { endpoints, type EndpointParams } from '@clusterdesk/contracts';
import type { Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { UserImportService } from './user-import.service.js';

const calls = endpoints.users;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The form for many users at once. */
@Controller()
export class UserImportController {
  constructor(private readonly service: UserImportService) {}

  @Route(calls.downloadTemplate)
  async downloadTemplate(@Input() _: object, @Res() response: Response): Promise<void> {
    const form = await this.service.makeForm();
    response.setHeader('Content-Type', xlsx);
    response.setHeader('Content-Disposition', 'attachment; filename="users.xlsx"');
    response.send(form);
  }

  @Route(calls.importUsers)
  importUsers(
    @Input() input: EndpointParams<typeof calls.importUsers>,
    @UploadedFile() file: { buffer: Buffer } | undefined,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ added: number }> {
    return this.service.import(caller, file?.buffer, input.mustChangePassword);
  }
}
