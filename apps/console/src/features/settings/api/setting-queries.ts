import { endpoints } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** Every setting, as it is now. */
export const settingList = () => queryOptionsOf(endpoints.settings.list, {});
