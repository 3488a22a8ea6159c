import type { Principal } from '../../../platform/http/access/principal.js';
import { developName } from '../../users/user.policy.js';

/** The login name that DEVELOP_PASSWORD opens, and no administrator beside it (spec part 2 §6). */
export const mayBrand = ({ userName }: Pick<Principal, 'userName'>): boolean =>
  userName === developName;
