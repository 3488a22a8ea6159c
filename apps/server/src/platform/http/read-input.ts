import {
  answerCodes,
  type Endpoint,
  type Language,
  type LocalizedText,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import { DomainError } from './domain-error.js';

const ownSentences = z.object({ cn: z.string(), en: z.string() });
const invalidCharacter: LocalizedText = { cn: '有无效字符', en: 'it has an invalid character' };
const locales: Record<Language, ReturnType<typeof z.locales.zhCN>> = {
  cn: z.locales.zhCN(),
  en: z.locales.en(),
};

/** Query string, JSON body and path parameters as one object; a bare list stands for the endpoint's `listBody` field. */
function mergeParameters(endpoint: Endpoint, request: Request): Record<string, unknown> {
  const body: unknown = request.body;
  const fromBody: unknown =
    Array.isArray(body) && endpoint.listBody ? { [endpoint.listBody]: body } : body;
  return {
    ...request.query,
    ...(isRecord(fromBody) ? fromBody : {}),
    ...request.params,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One wrong parameter, said in the caller's language. Rules of ours carry both sentences in their `params`. */
function sentenceOf(issue: z.core.$ZodIssue, language: Language): string {
  const own = ownSentences.safeParse('params' in issue ? issue.params : undefined);
  return own.success ? own.data[language] : issue.message;
}

/** The name of the parameter that holds a NUL somewhere: no text of PostgreSQL and no path can. */
function findNul(parameters: unknown): string | null {
  const found = isRecord(parameters)
    ? Object.entries(parameters).find(([, value]) => hasNul(value))
    : undefined;
  return found?.[0] ?? null;
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') {
    return value.includes('\0');
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}

/** What is wrong with some values, by parameter, in both languages; `data` only when nothing is. */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): { fields: Record<string, LocalizedText>; data?: z.output<Schema> } {
  const chinese = schema.safeParse(values, { error: locales.cn.localeError });
  if (chinese.success) {
    return { fields: {}, data: chinese.data };
  }
  const english = schema.safeParse(values, { error: locales.en.localeError });
  const fields: Record<string, LocalizedText> = {};
  for (const [index, issue] of chinese.error.issues.entries()) {
    const name = issue.path.length > 0 ? issue.path.join('.') : 'body';
    fields[name] ??= {
      cn: sentenceOf(issue, 'cn'),
      en: sentenceOf(english.error?.issues[index] ?? issue, 'en'),
    };
  }
  return { fields };
}

/**
 * Checks the parameters of a call against its declaration. Unknown ones are ignored.
 * @throws DomainError 400 with `fields` = {name: reason}.
 */
export function readInput(endpoint: Endpoint, request: Request, language: Language): unknown {
  return checkValues(endpoint, mergeParameters(endpoint, request), language);
}

/** The same for values that came another way, as the fields of a form that the feature reads itself. */
export function checkValues(endpoint: Endpoint, values: unknown, language: Language): unknown {
  const parsed = endpoint.input.safeParse(values, { error: locales[language].localeError });
  const fields: Record<string, string> = {};
  if (parsed.success) {
    const name = findNul(parsed.data);
    if (name === null) {
      return parsed.data;
    }
    fields[name] = invalidCharacter[language];
  }
  for (const issue of parsed.error?.issues ?? []) {
    const name = issue.path.length > 0 ? issue.path.join('.') : 'body';
    fields[name] ??= sentenceOf(issue, language);
  }
  const [name, reason] = Object.entries(fields)[0] ?? ['', ''];
  throw new DomainError(
    'INPUT_INVALID',
    answerCodes.invalid,
    { cn: `参数 ${name} 有误：${reason}`, en: `Please correct ${name}: ${reason}` },
    { fields },
  );
}
