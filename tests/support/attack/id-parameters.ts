import { expect } from '@jest/globals';
import { allEndpoints, type Endpoint } from '@clusterdesk/contracts';
import { z } from 'zod';
import type { ApiClient } from '../platform/api-client.js';

/** A parameter of a call by which it names a thing. */
export interface IdParameter {
  endpoint: Endpoint;
  name: string;
  /** Path and parameter, as tables call it. */
  door: string;
}

/** The parameters of these calls that may hold an id, by their names. */
export const idParameters = (isMeant: (endpoint: Endpoint) => boolean): IdParameter[] =>
  allEndpoints
    .filter(isMeant)
    .flatMap((endpoint) =>
      (endpoint.input instanceof z.ZodObject ? Object.keys(endpoint.input.shape) : [])
        .filter((name) => /^(ids?|key|ticket)$|Ids?$/.test(name))
        .map((name) => ({ endpoint, name, door: `${endpoint.path} ${name}` })),
    );

/** A call with somebody's id; lists are given as lists. */
export function askWithId(
  client: ApiClient,
  { endpoint, name }: IdParameter,
  id: string,
  rest: Record<string, unknown> = {},
): Promise<Response> {
  return client.send(endpoint, { ...rest, [name]: name.endsWith('ds') ? [id] : id });
}

/** An answer without the ids in it, so that two can be compared; the request's own number differs in any case. */
export const withoutIds = (text: string, id: string): string =>
  text.replaceAll(/[0-9a-f-]{36}/g, '<id>').replaceAll(id, '<id>');

/** What is no id gets what an unknown id gets, and never reaches the database, which would fail. */
export async function expectNoId(
  client: ApiClient,
  parameter: IdParameter,
  rest: Record<string, unknown> | undefined,
  saidOfUnknown: string,
): Promise<void> {
  const said = await (await askWithId(client, parameter, 'no id', rest)).text();
  expect(withoutIds(said, 'no id')).toBe(withoutIds(saidOfUnknown, 'no id'));
}
