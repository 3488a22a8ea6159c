import { Controller, Req } from '@nestjs/common';
import { endpoints, type Endpoint, type UploadResult } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type Answer } from '../../platform/http/with-message.js';
import { UploadForms } from './upload-form.service.js';
import type { UploadFields } from './upload-form.js';

const { uploads } = endpoints;

/** The documented upload forms; resumable uploads speak tus (UploadMiddleware). */
@Controller()
export class UploadController {
  constructor(private readonly forms: UploadForms) {}

  @Handles(uploads.uploadFile)
  uploadFile(
    @Input() query: UploadFields,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
  ): Promise<UploadResult | Answer<UploadResult>> {
    return this.receive(uploads.uploadFile, query, caller, request, false);
  }

  @Handles(uploads.uploadFolder)
  uploadFolder(
    @Input() query: UploadFields,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
  ): Promise<UploadResult | Answer<UploadResult>> {
    return this.receive(uploads.uploadFolder, query, caller, request, true);
  }

  private async receive(
    endpoint: Endpoint,
    query: UploadFields,
    caller: Caller,
    request: Request,
    isFolderForm: boolean,
  ): Promise<UploadResult | Answer<UploadResult>> {
    const call = { endpoint, caller, request, query, isFolderForm };
    const result = await this.forms.receive(call);
    const refused = result.files.filter(({ path }) => path === null);
    const [first] = refused;
    return first
      ? withMessage(result, {
          cn: `有 ${refused.length} 个文件未上传，例如“${first.fileName}”：${first.message}`,
          en: `${refused.length} files were not uploaded, "${first.fileName}" for example: ${first.message}`,
        })
      : result;
  }
}
