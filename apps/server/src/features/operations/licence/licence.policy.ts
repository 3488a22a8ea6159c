import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../../platform/http/access/access.js';
import type { Principal } from '../../../platform/http/access/principal.js';

/** Who may upload a licence also sees what it counts. */
export const mayManageLicence = (caller: Principal): boolean =>
  isAllowed(endpoints.licence.upload.access, caller);
