import type { LocalizedText } from '@clusterdesk/contracts';
import { z } from 'zod';

const ownSentences = z.object({ cn: z.string(), en: z.string() });

type Issue = z.core.$ZodIssue;

/** What a value is expected to be, in plain words; anything else is only reported as having a wrong form. */
const kinds: Readonly<Record<string, LocalizedText>> = {
  string: { cn: '应为文本', en: 'must be text' },
  number: { cn: '应为数字', en: 'must be a number' },
  int: { cn: '应为整数', en: 'must be a whole number' },
  boolean: { cn: '应为 true 或 false', en: 'must be true or false' },
  array: { cn: '应为列表', en: 'must be a list' },
  object: { cn: '应为对象', en: 'must be an object' },
};
const wrongForm: LocalizedText = { cn: '格式不正确', en: 'has a wrong form' };
/** The reason of a parameter that was not sent. */
export const missingParameter: LocalizedText = { cn: '缺少', en: 'is missing' };

/** The parameter that an issue is about: `paths.0`; `body` for the whole. */
export function parameterOf(issue: Issue): string {
  return issue.path.length > 0 ? issue.path.join('.') : 'body';
}

/**
 * What is wrong with a parameter, as the end of a sentence that begins with its name: "is missing", "must be at most 9".
 * Rules of ours carry both sentences in their `params`.
 */
export function reasonOf(issue: Issue, values: unknown): LocalizedText {
  const own = ownSentences.safeParse('params' in issue ? issue.params : undefined);
  if (own.success) {
    return own.data;
  }
  if (isAbsent(values, issue.path)) {
    return missingParameter;
  }
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? wrongForm;
    case 'too_big':
      return limitReason(issue.origin, 'most', issue.maximum);
    case 'too_small':
      return limitReason(issue.origin, 'least', issue.minimum);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return unionReason(issue, values);
    default:
      return wrongForm;
  }
}

/** Refuses in one sentence of its own. */
export function invalidParameter(name: string, reason: LocalizedText): LocalizedText {
  return reason === missingParameter
    ? { cn: `缺少参数 ${name}`, en: `Parameter ${name} is missing` }
    : { cn: `参数 ${name} 有误：${reason.cn}`, en: `Parameter ${name}: ${reason.en}` };
}

/** Absent from the call: coercion would turn it into a value that nobody sent. */
function isAbsent(values: unknown, path: readonly PropertyKey[]): boolean {
  let value = values;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) {
      return true;
    }
    value = Reflect.get(value, key);
  }
  return value === undefined;
}

function limitReason(origin: string, end: 'most' | 'least', limit: number | bigint): LocalizedText {
  const cn = end === 'most' ? '最多' : '至少';
  if (origin === 'string') {
    return limit === 1 && end === 'least'
      ? { cn: '不能为空', en: 'must not be empty' }
      : { cn: `${cn} ${limit} 个字符`, en: `must have at ${end} ${limit} characters` };
  }
  if (origin === 'array' || origin === 'set') {
    return { cn: `${cn} ${limit} 项`, en: `must have at ${end} ${limit} entries` };
  }
  return {
    cn: end === 'most' ? `不能大于 ${limit}` : `不能小于 ${limit}`,
    en: `must be at ${end} ${limit}`,
  };
}

function oneOf(values: readonly unknown[]): LocalizedText {
  const list = values.map(String).join(', ');
  return { cn: `应为以下之一：${list}`, en: `must be one of: ${list}` };
}

/** A rule of ours inside a union says more than the union does; else what one of its forms wants. */
function unionReason(issue: z.core.$ZodIssueInvalidUnion, values: unknown): LocalizedText {
  const inner = issue.errors.flat();
  const own = inner.find((one) => 'params' in one && ownSentences.safeParse(one.params).success);
  if (own) {
    return reasonOf(own, values);
  }
  // The first form is the usual one; others are of loose clients.
  const usual = inner.find(({ path }) => path.length === 0);
  switch (usual?.code) {
    case 'invalid_type':
      return kinds[usual.expected] ?? wrongForm;
    case 'invalid_value':
      return oneOf(inner.flatMap((one) => (one.code === 'invalid_value' ? one.values : [])));
    case 'invalid_union':
      return unionReason(usual, values);
    default:
      return wrongForm;
  }
}
