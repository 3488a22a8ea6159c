import type { Catalogue } from './catalogue.js';
import { words as common } from '../../shared/i18n/words.en.js';
import { words as disk } from '../../features/disk/words.en.js';
import { words as files } from '../../shared/file-browser/words.en.js';
import { words as identity } from '../../features/identity/sign-in/words.en.js';
import { words as shell } from '../shell/words.en.js';

/** The same words in English. */
export const catalogue: Catalogue = {
  common,
  shell,
  identity,
  disk,
  files,
};
