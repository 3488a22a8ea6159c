import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { catalogue as cn } from './cn.js';
import { catalogue as en } from './en.js';
import { laterWords, shellRoutes } from '../features.js';
import { loadOperations } from '../operations.js';

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
const operations = await loadOperations();
/** The names and sentences of operations, which features keep in both languages beside each other. */
const ofOperations = (language: Language): Record<string, string> =>
  Object.fromEntries(
    operations.flatMap(({ calls: [call], name, done, variants = [] }) =>
      [name, done, ...variants.map((variant) => variant.done)].map(
        (text, at) => [`${call} ${at}`, text[language]] as const,
      ),
    ),
  );
/** What pages are called, as their routes say. */
const titles = (language: Language): Record<string, string> =>
  Object.fromEntries(
    shellRoutes.flatMap(({ path, title, newTitle = title }) => [
      [path, title[language]],
      [`${path} new`, newTitle[language]],
    ]),
  );
const chinese = words({
  ...cn,
  ...(await later('cn')),
  operations: ofOperations('cn'),
  pages: titles('cn'),
});
const english = words({
  ...en,
  ...(await later('en')),
  operations: ofOperations('en'),
  pages: titles('en'),
});

const sources = join(import.meta.dirname, '../..');
/** How notices read, in mails as well. */
const sentences = '../../../libs/contracts/src/notices/sentences';
const sourceFiles = [
  ...readdirSync(sources, { recursive: true, encoding: 'utf8' }),
  ...readdirSync(join(sources, sentences)).map((file) => `${sentences}/${file}`),
].filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
const readSource = (file: string): string => readFileSync(join(sources, file), 'utf8');

/** A call that asks for words by keys written down in it, with what it puts into them; null: that is not written down in the call. */
interface WordsCall {
  where: string;
  namespaces: string[];
  /** Of a choice all, of a key with a variable in it a pattern. */
  keys: string[];
  values: string[] | null;
}

const variable = '\\w*';

/** Where the argument ends that the text begins with. */
function endOfArgument(text: string): number {
  for (let index = 0, depth = 0; index < text.length; index += 1) {
    const sign = text[index] ?? '';
    if (depth === 0 && ',)'.includes(sign)) {
      return index;
    }
    depth += '{(['.includes(sign) ? 1 : '})]'.includes(sign) ? -1 : 0;
  }
  return text.length;
}

function callsIn(file: string): WordsCall[] {
  const source = readSource(file);
  const named = [...source.matchAll(/(?:useTranslation\(|TFunction<)\[?((?:\s*'\w+',?)+)/g)];
  const inFile = named.flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  return [...source.matchAll(/\b(?:t|translate|say)\(/g)].flatMap((match) => {
    const rest = source.slice(match.index + match[0].length);
    const end = endOfArgument(rest);
    const given = rest.slice(end + 1).trimStart();
    const values = rest[end] === ')' || given.startsWith(')') ? [] : readNames(given);
    const names = [...rest.slice(0, end).matchAll(/'([\w:]+)'|`([^`]+)`/g)].map(
      ([, literal, template = '']) => literal ?? template.replaceAll(/\$\{[^}]*\}/g, variable),
    );
    // A key that is a variable and nothing else is not written down either.
    const known = names.filter((name) => !name.endsWith(`:${variable}`) && name !== variable);
    const spaces = new Set(known.map((name) => name.split(':').at(-2) ?? ''));
    return [...spaces].map((space) => ({
      where: `${file} ${names.join()}`,
      namespaces: space === '' ? inFile : [space],
      keys: known
        .filter((name) => (name.split(':').at(-2) ?? '') === space)
        .map((name) => name.split(':').at(-1) ?? ''),
      values,
    }));
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

/** The Chinese words by namespace and key, all plural forms of a key together. */
const forms = new Map<string, string[]>();
for (const [name, text] of chinese) {
  const key = name.replace(/_(one|other)$/, '');
  forms.set(key, [...(forms.get(key) ?? []), text]);
}

/** The texts that a call may ask for: by a key itself, by one with a context, by all that a variable may make of it. */
const textsOf = ({ namespaces, keys }: WordsCall): string[][] => {
  const all = [...Object.keys(cn), ...Object.keys(laterWords)];
  const patterns = (namespaces.length > 0 ? namespaces : all).flatMap((space) =>
    keys.map((key) => new RegExp(`^${space}:${key}$`)),
  );
  return [...forms]
    .filter(([name]) => patterns.some((pattern) => pattern.test(name)))
    .map(([, texts]) => texts);
};

/** What is wrong with a call: what its sentences want and it does not give, and what it gives to none of them. */
function faultOf(call: WordsCall): string | null {
  const wanted = textsOf(call).map((texts) =>
    texts.flatMap(placeholders).map((one) => one.slice(2, -2)),
  );
  const { values, namespaces, where } = call;
  if (values === null || wanted.length === 0) {
    return null;
  }
  const isMissing = (names: string[]): boolean => names.some((name) => !values.includes(name));
  // A key in a file of several namespaces may be of any of them.
  const isShort = namespaces.length === 1 ? wanted.some(isMissing) : wanted.every(isMissing);
  const idle = values.filter(
    (name) => !['count', 'context', 'defaultValue', ...wanted.flat()].includes(name),
  );
  return isShort || idle.length > 0
    ? `${where}: wants ${wanted.join(' | ')}, gets ${values.join()}`
    : null;
}

describe('catalogues', () => {
  it('are asked with the values that their sentences take', () => {
    const calls = sourceFiles.flatMap(callsIn);
    // It would take values that this does not read.
    expect(sourceFiles.filter((file) => /<Trans\b/.test(readSource(file)))).toEqual([]);
    expect(calls.length).toBeGreaterThan(1_000);
    expect(calls.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
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

  it('leave it to the language to join names, and to say the names of punctuation', () => {
    const isSign = /^[\p{P}\s]+$/u;
    expect([...chinese, ...english].filter(([, text]) => isSign.test(text))).toEqual([]);
    const joined = sourceFiles.filter((file) =>
      /\.join\(\s*(?:['"`](?:, |、|，)|t\(|translate\(|say\()/.test(readSource(file)),
    );
    expect(joined).toEqual([]);
  });

  it('count in English in singular and plural, and only one number in a sentence', () => {
    // "5 items", "5 more items", "5 selected items": a noun after a number.
    const counted =
      /{{(\w+)}}\+? (?!(?:on|of|from|in)\b)(?:[a-z]+ )?(?!(?:is|was|has|this)\b)[a-zA-Z]*[a-z]s\b/g;
    const wrong = [...english].filter(([key, text]) =>
      [...text.matchAll(counted)].some(
        // What is asked for of several things alone has no singular.
        ([, name]) => name !== 'count' || !/_(one|other)$|Many$|AtLeast$/.test(key),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('have one term for one thing', () => {
    const chineseOthers =
      /登录名|登陆|帐号|真实姓名|查询|查找|同意|载入|网盘|没有匹配|[（(]可选|(?<!已)停用|自选|：[^\S\n]|\d(?=[天年秒项个名台核条])|}} %|}}(?:天|年|秒|分钟|小时|项|个|名|台|核|条)/;
    const englishOthers =
      /real name|\bthe own\b|and others|awaiting|took (?:a|you|back)|shut out|\bany more\b|right away|\bshows? (?:here|up)\b|No \w+ match(?:es)?\b|Nobody matches|}} %|catalogue|\buser names?\b|login name|e-mail|\bentr(y|ies) (moved|copied|restored)|for good|in all\b|at once|recognis|cancell(?!ed)/i;
    expect([...chinese].filter(([, text]) => chineseOthers.test(text))).toEqual([]);
    expect([...english].filter(([, text]) => englishOthers.test(text))).toEqual([]);
  });
});
