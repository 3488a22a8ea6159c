import type { Catalogue } from '../i18n.js';
import { cluster } from './en/cluster.js';
import { common } from './en/common.js';
import { disk } from './en/disk.js';
import { identity } from './en/identity.js';
import { jobs } from './en/jobs.js';
import { account } from './en/account.js';
import { audit } from './en/audit.js';
import { menus } from './en/menus.js';
import { roles } from './en/roles.js';
import { users } from './en/users.js';
import { shell } from './en/shell.js';
import { transfer } from './en/transfer.js';

/** All English words. */
export const catalogue: Catalogue = {
  common,
  shell,
  identity,
  account,
  users,
  roles,
  menus,
  audit,
  disk,
  transfer,
  cluster,
  jobs,
};
