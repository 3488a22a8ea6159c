import { Controller, UploadedFile } from '@nestjs/common';
import { endpoints, type EndpointParams } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../../platform/http/envelope/with-message.js';
import { Branding } from './branding.service.js';

const calls = endpoints.branding;

const saved = { cn: '保存成功', en: 'Saved.' };

@Controller()
export class BrandingController {
  constructor(private readonly branding: Branding) {}

  @Route(calls.save)
  async save(
    @Input() { copyrightInfo }: EndpointParams<typeof calls.save>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EnvelopeResult<null>> {
    await this.branding.saveTexts(caller, copyrightInfo);
    return withMessage(null, saved);
  }

  @Route(calls.uploadLogo)
  async uploadLogo(
    @Input() _: object,
    @CurrentPrincipal() caller: Principal,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): Promise<EnvelopeResult<null>> {
    await this.branding.saveLogo(caller, file?.buffer);
    return withMessage(null, { cn: '标志已更新', en: 'The logo is changed.' });
  }

  @Route(calls.removeLogo)
  async removeLogo(
    @Input() _: object,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EnvelopeResult<null>> {
    await this.branding.removeLogo(caller);
    return withMessage(null, { cn: '已恢复默认标志', en: 'The built-in logo is back.' });
  }

  @Route(calls.uploadPoliceIcon)
  async uploadPoliceIcon(
    @Input() _: object,
    @CurrentPrincipal() caller: Principal,
    @UploadedFile() file: { buffer: Buffer } | undefined,
  ): Promise<EnvelopeResult<null>> {
    await this.branding.savePoliceIcon(caller, file?.buffer);
    return withMessage(null, saved);
  }

  @Route(calls.removePoliceIcon)
  async removePoliceIcon(
    @Input() _: object,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EnvelopeResult<null>> {
    await this.branding.removePoliceIcon(caller);
    return withMessage(null, saved);
  }
}
