import { Controller, Res, UploadedFile } from '@nestjs/common';
import { endpoints, type LicenceInfo } from '@clusterdesk/contracts';
import type { Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../../platform/http/envelope/with-message.js';
import { LicenceService } from './licence.service.js';

const calls = endpoints.licence;

@Controller()
export class LicenceController {
  constructor(private readonly licences: LicenceService) {}

  @Route(calls.info)
  info(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<LicenceInfo> {
    return this.licences.getInfo(caller);
  }

  @Route(calls.exportMachine)
  async exportMachine(@Input() _: object, @Res() response: Response): Promise<void> {
    const machine = await this.licences.exportMachine();
    // Plain JSON is what refusals come in.
    response.setHeader('Content-Type', 'application/vnd.clusterdesk.machine+json');
    response.setHeader('Content-Disposition', 'attachment; filename="clusterdesk-machine.json"');
    response.setHeader('Cache-Control', 'no-store');
    response.send(`${JSON.stringify(machine, null, 2)}\n`);
  }

  @Route(calls.upload)
  async upload(
    @Input() _: object,
    @CurrentPrincipal() caller: Principal,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): Promise<EnvelopeResult<LicenceInfo>> {
    const { licensee } = await this.licences.activate(file?.buffer);
    const info = await this.licences.getInfo(caller);
    return withMessage(info, {
      cn: `激活成功：${licensee}，有效期至 ${info.expires}`,
      en: `Activated for ${licensee} until ${info.expires}.`,
    });
  }
}
