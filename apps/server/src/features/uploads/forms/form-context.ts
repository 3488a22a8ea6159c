import type { Endpoint } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import type { UploadFields } from './upload-form.js';

/** One call of an upload form. */
export interface FormContext {
  endpoint: Endpoint;
  caller: Principal;
  request: Request;
  /** What stands in the query, checked; fields of the form win. */
  query: UploadFields;
  /** Whether names in the form are paths below the target folder. */
  isFolderForm: boolean;
}
