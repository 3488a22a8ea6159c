import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { catalogue as cn } from './cn.js';
import { catalogue as en } from './en.js';
import { laterWords } from '../features.js';

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
        async ([name, load]) => [name, (await load[language]()).words] as const,
      ),
    ),
  );
const chinese = words({ ...cn, ...(await later('cn')) });
const english = words({ ...en, ...(await later('en')) });

const sources = join(import.meta.dirname, '../..');

/** A call that asks for words by a literal key, with what it puts into them; null: that is not written down in the call. */
interface WordsCall {
  where: string;
  namespaces: string[];
  key: string;
  values: string[] | null;
}

function callsIn(file: string): WordsCall[] {
  const source = readFileSync(join(sources, file), 'utf8');
  const named = [...source.matchAll(/(?:useTranslation\(|TFunction<)\[?((?:\s*'\w+',?)+)/g)];
  const inFile = named.flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  return [...source.matchAll(/\b(?:t|translate)\(\s*'([\w:]+)'\s*(,?)\s*/g)].map((match) => {
    const [whole, name = '', comma] = match;
    const [key = '', namespace] = name.split(':').reverse();
    const rest = source.slice(match.index + whole.length);
    return {
      where: `${file} ${name}`,
      namespaces: namespace === undefined ? inFile : [namespace],
      key,
      values: comma === '' || rest.startsWith(')') ? [] : readNames(rest),
    };
  });
}

/** The names of the object that the text begins with; null for anything else, or with a spread in it. */
function readNames(text: string): string[] | null {
  const parts = text.startsWith('{') ? [''] : null;
  for (let index = 1, depth = 1; parts !== null && depth > 0 && index < text.length; index += 1) {
    const sign = text[index] ?? '';
    depth += '{(['.includes(sign) ? 1 : '})]'.includes(sign) ? -1 : 0;
    if (sign === ',' && depth === 1) {
      parts.push('');
    } else if (depth > 0) {
      parts.push(`${parts.pop() ?? ''}${sign}`);
    }
  }
  const names = parts?.map((part) => part.trim()).filter((part) => part !== '') ?? [];
  const isWritten = parts !== null && names.every((name) => /^\w+\s*(?::|$)/.test(name));
  return isWritten ? names.map((name) => /^\w+/.exec(name)?.[0] ?? '') : null;
}

/** The Chinese words by namespace and key, with all plural forms and contexts of a key together. */
const forms = new Map<string, string[]>();
for (const [name, text] of chinese) {
  const parts = name.split('_');
  for (let end = 1; end <= parts.length; end += 1) {
    const key = parts.slice(0, end).join('_');
    forms.set(key, [...(forms.get(key) ?? []), text]);
  }
}

/** Whether one of the texts that a call may ask for takes just its values. */
function isWordedSo({ namespaces, key, values }: WordsCall): boolean {
  const all = [...Object.keys(cn), ...Object.keys(laterWords)];
  const spaces = namespaces.length > 0 ? namespaces : all;
  const texts = spaces.flatMap((namespace) => forms.get(`${namespace}:${key}`) ?? []);
  return (
    values === null ||
    texts.length === 0 ||
    texts.some((text) => {
      const wanted = placeholders(text).map((one) => one.slice(2, -2));
      const isGiven = wanted.every((one) => values.includes(one));
      return isGiven && values.every((one) => ['count', 'context', ...wanted].includes(one));
    })
  );
}

describe('catalogues', () => {
  it('are asked with the values that their sentences take', () => {
    const calls = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.spec)\.tsx?$/.test(file))
      .flatMap(callsIn);
    expect(calls.length).toBeGreaterThan(1_000);
    expect(calls.filter((call) => !isWordedSo(call))).toEqual([]);
  });

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
