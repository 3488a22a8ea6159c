import { Controller, Req } from '@nestjs/common';
import { endpoints, type Endpoint, type UploadResult } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { UploadForms } from './forms/upload-form.service.js';
import type { UploadFields } from './forms/upload-form.js';

const { uploads, projectFiles } = endpoints;

/** The documented upload forms; resumable uploads speak tus (UploadMiddleware). */
@Controller()
export class UploadController {
  constructor(private readonly forms: UploadForms) {}

  @Route(uploads.uploadFile)
  uploadFile(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive(uploads.uploadFile, query, caller, request, false);
  }

  @Route(uploads.uploadFolder)
  uploadFolder(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive(uploads.uploadFolder, query, caller, request, true);
  }

  @Route(projectFiles.uploadFile)
  uploadFileToProject(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive(projectFiles.uploadFile, query, caller, request, false);
  }

  @Route(projectFiles.uploadFolder)
  uploadFolderToProject(
    @Input() query: UploadFields,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    return this.receive(projectFiles.uploadFolder, query, caller, request, true);
  }

  private async receive(
    endpoint: Endpoint,
    query: UploadFields,
    caller: Principal,
    request: Request,
    isFolderForm: boolean,
  ): Promise<UploadResult | EnvelopeResult<UploadResult>> {
    const call = { endpoint, caller, request, query, isFolderForm };
    const result = await this.forms.receive(call);
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
