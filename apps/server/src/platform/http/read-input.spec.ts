import { describe, expect, it } from '@jest/globals';
import {
  defineEndpoint,
  idSchema,
  limits,
  pageSchema,
  ruleMessage,
  shareType,
  wireBoolean,
  type Language,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import { DomainError } from './domain-error.js';
import { readInput } from './read-input.js';

const endpoint = defineEndpoint({
  feature: 'disk',
  method: 'POST',
  path: '/things/:id',
  summary: 'For this spec.',
  access: 'public',
  audited: false,
  input: z.object({
    id: z.string(),
    count: z.coerce.number().max(9).default(1),
    paths: z.array(z.string()).default([]),
    kind: z.enum(['a', 'b']).optional(),
    short: z.string().min(1).max(3).optional(),
    sure: wireBoolean.optional(),
    freeze: z.coerce
      .number()
      .pipe(z.union([z.literal(1), z.literal(2)]))
      .optional(),
    shareType: z.union([shareType, z.string().transform(Number).pipe(shareType)]).optional(),
    ...pageSchema,
    name: z
      .string()
      .refine((name) => name !== 'bad', ruleMessage('不好', 'It is bad'))
      .optional(),
  }),
  result: z.null(),
  listBody: 'paths',
});

const read = (parts: { query?: object; body?: unknown }, language: Language = 'en'): unknown =>
  readInput(endpoint, { query: {}, params: { id: '7' }, ...parts } as unknown as Request, language);

function refusal(parts: Parameters<typeof read>[0], language?: Language): DomainError {
  try {
    read(parts, language);
  } catch (error) {
    if (error instanceof DomainError) {
      return error;
    }
  }
  throw new Error('It was not refused.');
}

describe('readInput', () => {
  it('merges query, body and path, the path last', () => {
    const input = read({ query: { count: '3', id: 'query' }, body: { name: 'a', id: 'body' } });
    expect(input).toEqual({ id: '7', count: 3, name: 'a', paths: [] });
  });

  it('takes a bare list for the declared field, and ignores what is unknown', () => {
    expect(read({ body: ['/a', '/b'] })).toEqual({ id: '7', count: 1, paths: ['/a', '/b'] });
    expect(read({ body: { other: 1 } })).not.toHaveProperty('other');
  });

  it('caps the size of a page', () => {
    expect(read({ body: { size: '5000' } })).toMatchObject({ size: limits.maxPageSize });
  });

  it.each([[null], ['text'], [5], [undefined]])('takes a body %j for none', (body) => {
    expect(read({ body })).toEqual({ id: '7', count: 1, paths: [] });
  });

  it('gives no parameter a prototype', () => {
    const body: unknown = JSON.parse('{"__proto__":{"name":"inherited"}}');
    expect(read({ body })).not.toHaveProperty('name');
  });

  it.each([
    ['cn', '不好', '参数 name 有误：不好'],
    ['en', 'It is bad', 'Parameter name: It is bad'],
  ] as const)('says in %s what is wrong with which parameter', (language, reason, message) => {
    const error = refusal({ body: { name: 'bad' } }, language);
    expect(error).toMatchObject({ status: 400, details: { fields: { name: reason } } });
    expect(error.sentence[language]).toBe(message);
  });

  it.each([
    [{ count: 10 }, 'must be at most 9', '不能大于 9'],
    [{ count: 'ten' }, 'must be a number', '应为数字'],
    [{ name: 5 }, 'must be text', '应为文本'],
    [{ kind: 'c' }, 'must be one of: a, b', '应为以下之一：a, b'],
    [{ kind: '' }, 'must be one of: a, b', '应为以下之一：a, b'],
    [{ short: '' }, 'must not be empty', '不能为空'],
    [{ short: 'abcd' }, 'must have at most 3 characters', '最多 3 个字符'],
    [{ paths: 'a' }, 'must be a list', '应为列表'],
    [{ paths: [7] }, 'must be text', '应为文本'],
    [{ freeze: 3 }, 'must be one of: 1, 2', '应为以下之一：1, 2'],
    [{ shareType: 3 }, 'must be one of: 1, 2', '应为以下之一：1, 2'],
    [{ shareType: '3' }, 'must be one of: 1, 2', '应为以下之一：1, 2'],
    [{ size: 0 }, 'must be at least 1', '不能小于 1'],
    [{ sure: 'perhaps' }, 'must be true or false', '应为 true 或 false'],
  ])('says of %j in plain words what is wrong', (body, en, cn) => {
    const [name = ''] = Object.keys(body);
    const field = name === 'paths' && Array.isArray(Object.values(body)[0]) ? 'paths.0' : name;
    expect(refusal({ body })).toMatchObject({
      sentence: { cn: `参数 ${field} 有误：${cn}`, en: `Parameter ${field}: ${en}` },
    });
  });

  it('names a parameter that is missing, also where a number or an id is made of what came', () => {
    const missing = defineEndpoint({
      ...endpoint,
      input: z.object({ menuId: idSchema, level: z.coerce.number() }),
    });
    const request = { query: {}, params: {}, body: {} } as unknown as Request;
    expect(() => readInput(missing, request, 'en')).toThrow(
      expect.objectContaining({
        sentence: { cn: '缺少参数 menuId', en: 'Parameter menuId is missing' },
        details: { fields: { menuId: 'is missing', level: 'is missing' } },
      }),
    );
  });

  it.each([
    { name: 'a\0b' },
    { paths: ['/a', '/\0'] },
    { name: 'half \uD83D' },
    { paths: ['/a', '/\uDE00'] },
  ])('refuses NUL and half characters in %j', (body) => {
    const fields = { [Object.keys(body)[0] ?? '']: 'has an invalid character' };
    expect(refusal({ body })).toMatchObject({ status: 400, details: { fields } });
  });

  it('takes a whole character of two halves', () => {
    expect(read({ body: { name: '😀' } })).toMatchObject({ name: '😀' });
  });
});
