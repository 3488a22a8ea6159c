import type { Language } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { catalogue as cn } from './cn.js';
import { catalogue as en } from './en.js';
import { laterWords } from './later-words.js';

const words = (catalogue: Record<string, Record<string, string>>): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([namespace, entries]) =>
      Object.entries(entries).map(([key, text]) => [`${namespace}:${key}`, text] as const),
    ),
  );
const placeholders = (text: string): string[] => (text.match(/{{\w+}}/g) ?? []).sort();

const later = async (language: Language): Promise<Record<string, Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(laterWords).map(
        async ([name, load]) => [name, await load[language]()] as const,
      ),
    ),
  );
const chinese = words({ ...cn, ...(await later('cn')) });
const english = words({ ...en, ...(await later('en')) });

describe('catalogues', () => {
  it('have the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
  });

  it('leave no text empty', () => {
    const empty = [...chinese, ...english].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it('put the same values into a sentence', () => {
    const different = [...chinese].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(english.get(key) ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  it('keep Chinese out of the English words, but for the switch to Chinese', () => {
    const han = [...english].filter(([, text]) => /\p{Script=Han}/u.test(text)).map(([key]) => key);
    expect(han.sort()).toEqual([
      'identity:otherLanguage',
      'shell:languageShort',
      'shell:switchLanguage',
    ]);
  });

  it('quote in one way each', () => {
    const wrong = [
      ...[...chinese].filter(([, text]) => /[“”"]/.test(text.replaceAll(/echo "[^"]*"/g, ''))),
      ...[...english].filter(([, text]) => /[「」]/.test(text)),
    ];
    expect(wrong).toEqual([]);
  });

  it('have one term for one thing', () => {
    const chineseOthers = /登录名|登陆|帐号/;
    const englishOthers =
      /\buser names?\b|login name|e-mail|\bentr(y|ies) (moved|copied|restored)|for good|in all\b|at once|recognis|cancell(?!ed)/i;
    expect([...chinese].filter(([, text]) => chineseOthers.test(text))).toEqual([]);
    expect([...english].filter(([, text]) => englishOthers.test(text))).toEqual([]);
  });
});
