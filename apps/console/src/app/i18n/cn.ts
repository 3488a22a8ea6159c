import { words as cluster } from '../../features/cluster/words.cn.js';
import { words as common } from '../../shared/i18n/words.cn.js';
import { words as disk } from '../../features/disk/words.cn.js';
import { words as files } from '../../shared/file-browser/words.cn.js';
import { words as identity } from '../../features/identity/sign-in/words.cn.js';
import { words as jobs } from '../../features/jobs/words.cn.js';
import { words as log } from '../../shared/log-view/words.cn.js';
import { words as account } from '../../features/identity/account/words.cn.js';
import { words as menus } from '../../features/identity/menus/words.cn.js';
import { words as roles } from '../../features/identity/roles/words.cn.js';
import { words as users } from '../../features/identity/users/words.cn.js';
import { words as pages } from '../pages/words.cn.js';
import { words as shell } from '../shell/words.cn.js';
import { words as transfer } from '../../features/transfer/words.cn.js';

/** All Chinese words. */
export const catalogue = {
  common,
  shell,
  pages,
  identity,
  account,
  users,
  roles,
  menus,
  disk,
  files,
  transfer,
  cluster,
  jobs,
  log,
};
