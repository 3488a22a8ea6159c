import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { laterWords } from '../features.js';
import { catalogue } from './cn.js';

const sources = join(import.meta.dirname, '../..');
/** How notices read, in mails as well. */
const sentences = join(import.meta.dirname, '../../../../../libs/contracts/src/notices/sentences');
const texts = [sources, sentences]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /(?<!\.spec)\.tsx?$/.test(file) && !/words\.(cn|en)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  // What comments say is no use of a word.
  .map((text) => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''));

/** Every name in the sources: a key may be put together, mapped or passed on, but it is written somewhere. */
const written = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
/** Keys with a variable in them: of such a one any word may be asked for that it can become. */
const patterns = [
  ...new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/`(?:\w+:)?((?:\w|\$\{[^`}]*\})+)`/g)].flatMap(([, key = '']) =>
        /\w/.test(key.replaceAll(/\$\{[^}]*\}/g, ''))
          ? [key.replaceAll(/\$\{[^}]*\}/g, '\\w+')]
          : [],
      ),
    ),
  ),
].map((pattern) => new RegExp(`^${pattern}$`));

it('no word is kept that nothing asks for', async () => {
  const later = await Promise.all(
    Object.entries(laterWords).map(
      async ([name, load]) => [name, (await load.cn()).words] as const,
    ),
  );
  const keys = [...Object.entries(catalogue), ...later].flatMap(([name, words]) =>
    Object.keys(words).map((key) => ({ name, key: key.replace(/_(one|other)$/, '') })),
  );
  const idle = keys.filter(
    // A context follows its key after a line: `title_approve`.
    ({ key }) =>
      !written.has(key) &&
      !written.has(key.replace(/_\w+$/, '')) &&
      !patterns.some((pattern) => pattern.test(key)),
  );
  expect(keys.length).toBeGreaterThan(1_000);
  expect(idle).toEqual([]);
});
