import {
  answerCodes,
  type Endpoint,
  type Language,
  type LocalizedText,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { z } from 'zod';
import { DomainError } from './domain-error.js';
import { invalidParameter, parameterOf, reasonOf } from './issue-sentence.js';
import { toLogged } from './logged-values.js';

const invalidCharacter: LocalizedText = { cn: '有无效字符', en: 'has an invalid character' };

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

/** The parameters of a call that its row of the log carries; null when there are none. */
export function readLogged(endpoint: Endpoint, request: Request): Record<string, unknown> | null {
  const values = mergeParameters(endpoint, request);
  const names = (endpoint.logged ?? []).filter((name) => values[name] !== undefined);
  return names.length === 0
    ? null
    : toLogged(Object.fromEntries(names.map((name) => [name, values[name]])));
}

/**
 * The name of the parameter that holds a NUL or half a character somewhere: no text of PostgreSQL and no path can hold the one, and
 * none of its JSON the other.
 */
function findBroken(parameters: unknown): string | null {
  const found = isRecord(parameters)
    ? Object.entries(parameters).find(([, value]) => isBroken(value))
    : undefined;
  return found?.[0] ?? null;
}

function isBroken(value: unknown): boolean {
  if (typeof value === 'string') {
    return value.includes('\0') || /\p{Surrogate}/u.test(value);
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(isBroken);
}

/** What is wrong with some values, by parameter, in both languages; `data` only when nothing is. */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): { fields: Record<string, LocalizedText>; data?: z.output<Schema> } {
  const parsed = schema.safeParse(values);
  if (parsed.success) {
    return { fields: {}, data: parsed.data };
  }
  const fields: Record<string, LocalizedText> = {};
  for (const issue of parsed.error.issues) {
    fields[parameterOf(issue)] ??= reasonOf(issue, values);
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
  const { fields, data } = readParameters(endpoint.input, values);
  const name = Object.keys(fields)[0] ?? findBroken(data);
  if (name === null) {
    return data;
  }
  const reason = fields[name] ?? invalidCharacter;
  throw new DomainError('INPUT_INVALID', answerCodes.invalid, invalidParameter(name, reason), {
    fields: Object.fromEntries(
      Object.entries({ ...fields, [name]: reason }).map(([key, text]) => [key, text[language]]),
    ),
  });
}
