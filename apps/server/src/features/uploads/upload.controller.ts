import { Controller, Req } from '@nestjs/common';
import { endpoints, type Endpoint, type UploadResult } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { UploadForms, type FormCall } from './forms/upload-form.service.js';
import type { UploadFields } from './forms/upload-form.js';

const { uploads, projectFiles } = endpoints;

/** The documented upload forms; resumable uploads use tus (UploadMiddleware). */
@Controller()
export class UploadController {
  constructor(private readonly forms: UploadForms) {}

  @Route(uploads.uploadFile)
  uploadFile(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive({ caller, request, query }, uploads.uploadFile, false);
  }

  @Route(uploads.uploadFolder)
  uploadFolder(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive({ caller, request, query }, uploads.uploadFolder, true);
  }

  @Route(projectFiles.uploadFile)
  uploadFileToProject(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive({ caller, request, query }, projectFiles.uploadFile, false);
  }

  @Route(projectFiles.uploadFolder)
  uploadFolderToProject(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive({ caller, request, query }, projectFiles.uploadFolder, true);
  }

  private async receive(
    call: Pick<FormCall, 'caller' | 'request' | 'query'>,
    endpoint: Endpoint,
    isFolderForm: boolean,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    const result = await this.forms.receive({ ...call, endpoint, isFolderForm });
    const refused = result.files.filter(({ path }) => path === null);
    const [first] = refused;
    return first
      ? withMessage(result, {
          cn: `有 ${refused.length} 个文件未上传，例如「${first.fileName}」：${first.message}`,
          en: `${refused.length} files were not uploaded, "${first.fileName}" for example: ${first.message}`,
        })
      : result;
  }
}
