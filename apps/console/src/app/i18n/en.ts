import type { Catalogue } from './catalogue.js';
import { words as cluster } from '../../features/cluster/words.en.js';
import { words as common } from '../../shared/i18n/words.en.js';
import { words as disk } from '../../features/disk/words.en.js';
import { words as files } from '../../shared/file-browser/words.en.js';
import { words as identity } from '../../features/identity/sign-in/words.en.js';
import { words as jobs } from '../../features/jobs/words.en.js';
import { words as log } from '../../shared/log-view/words.en.js';
import { words as account } from '../../features/identity/account/words.en.js';
import { words as menus } from '../../features/identity/menus/words.en.js';
import { words as roles } from '../../features/identity/roles/words.en.js';
import { words as users } from '../../features/identity/users/words.en.js';
import { words as pages } from '../pages/words.en.js';
import { words as shell } from '../shell/words.en.js';
import { words as transfer } from '../../features/transfer/words.en.js';

/** All English words. */
export const catalogue: Catalogue = {
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
