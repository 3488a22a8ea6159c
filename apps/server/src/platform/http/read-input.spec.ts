import { describe, expect, it } from '@jest/globals';
import { defineEndpoint, ruleMessage, type Language } from '@clusterdesk/contracts';
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

  it.each([[null], ['text'], [5], [undefined]])('takes a body %j for none', (body) => {
    expect(read({ body })).toEqual({ id: '7', count: 1, paths: [] });
  });

  it('gives no parameter a prototype', () => {
    const body: unknown = JSON.parse('{"__proto__":{"name":"inherited"}}');
    expect(read({ body })).not.toHaveProperty('name');
  });

  it.each([
    ['cn', '不好', '参数 name 有误：不好'],
    ['en', 'It is bad', 'Please correct name: It is bad'],
  ] as const)('says in %s what is wrong with which parameter', (language, reason, message) => {
    const error = refusal({ body: { name: 'bad' } }, language);
    expect(error).toMatchObject({ status: 400, details: { fields: { name: reason } } });
    expect(error.sentence[language]).toBe(message);
  });

  it("translates zod's own reasons too", () => {
    const [cn, en] = (['cn', 'en'] as const).map(
      (language) => refusal({ body: { count: 10 } }, language).sentence[language],
    );
    expect(cn).toMatch(/\p{Script=Han}.*数值过大/u);
    expect(en).toMatch(/^Please correct count: [ -~]+$/);
  });

  it.each([{ name: 'a\0b' }, { paths: ['/a', '/\0'] }])('refuses NUL in %j', (body) => {
    const fields = { [Object.keys(body)[0] ?? '']: 'it has an invalid character' };
    expect(refusal({ body })).toMatchObject({ status: 400, details: { fields } });
  });
});
