import { cluster } from './cn/cluster.js';
import { common } from './cn/common.js';
import { disk } from './cn/disk.js';
import { identity } from './cn/identity.js';
import { jobs } from './cn/jobs.js';
import { account } from './cn/account.js';
import { audit } from './cn/audit.js';
import { menus } from './cn/menus.js';
import { roles } from './cn/roles.js';
import { users } from './cn/users.js';
import { shell } from './cn/shell.js';
import { transfer } from './cn/transfer.js';

/** All Chinese words. */
export const catalogue = {
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
