import { words as common } from '../../shared/i18n/words.cn.js';
import { words as disk } from '../../features/disk/words.cn.js';
import { words as files } from '../../shared/file-browser/words.cn.js';
import { words as identity } from '../../features/identity/sign-in/words.cn.js';
import { words as shell } from '../shell/words.cn.js';

/** The Chinese words of the first page and of what every page has; the others come with their pages (later-words.ts). */
export const catalogue = {
  common,
  shell,
  identity,
  disk,
  files,
};
