import {
  answerCodes,
  buildIdHeader,
  failureSchema,
  type AnswerCode,
  type Endpoint,
  type EndpointInput,
  type EndpointResult,
} from '@clusterdesk/contracts';
import { z } from 'zod';
import { locale, translate } from '../i18n/i18n.js';
import { serverClock } from '../lib/time/server-clock.js';
import { platformBuild } from '../lib/connection/platform-build.js';
import { ApiError } from './api-error.js';
import { takeFirstAnswer } from './first-answers.js';
import { isOthersSession, leaveToLogin, readToken } from './session.js';

/** A result with the sentence the server said about it; empty when it said none. */
export interface ApiResponse<Result> {
  result: Result;
  message: string;
}

/**
 * What a call takes, with the file of one that uploads a file, unless a parameter is called so; without the index signature that an input of no fields has, beside which no
 * `file` could stand.
 */
type CallInput<E extends Endpoint> = {
  [Name in keyof EndpointInput<E> as string extends Name ? never : Name]: EndpointInput<E>[Name];
} & ('file' extends keyof EndpointInput<E> ? unknown : { file?: File });

const envelopeSchema = z.object({
  success: z.boolean(),
  code: z.number(),
  message: z.string().nullable().optional(),
  result: z.unknown(),
});

/**
 * Headers every request of the console carries, with the token of this moment unless another is given. Who asks for JSON is told as an
 * envelope why there are no bytes.
 */
export function commonHeaders(token: string | null = readToken()): Record<string, string> {
  return {
    Accept: 'application/json, */*;q=0.5',
    'Accept-Language': locale(),
    ...(token ? { Authorization: token } : {}),
  };
}

function url(endpoint: Endpoint, input: Record<string, unknown>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  if (endpoint.method === 'POST') {
    return `/api${path}`;
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) {
      query.set(name, String(value));
    }
  }
  const text = query.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

/** An answer, and the token that was sent for it. */
interface Sent {
  response: Response;
  token: string | null;
}

async function send(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  if (endpoint.access !== 'public' && isOthersSession()) {
    throw new ApiError(
      answerCodes.notSignedIn,
      'CONSOLE_OTHER_USER',
      translate('common:otherUser'),
    );
  }
  const { file, ...rest } = input;
  const token = readToken();
  const headers = commonHeaders(token);
  let body: BodyInit | undefined;
  if (endpoint.upload !== undefined) {
    const form = new FormData();
    Object.entries(rest).forEach(([name, value]) => form.set(name, String(value)));
    form.set('file', file as File);
    body = form;
  } else if (endpoint.method === 'POST') {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(input);
  }
  const address = url(endpoint, input);
  const first = takeFirstAnswer(address, body, headers);
  const sentAt = first?.sentAt ?? Date.now();
  try {
    const response = await (first?.response ??
      fetch(address, {
        method: endpoint.method,
        headers,
        body: body ?? null,
        signal: signal ?? null,
      }));
    platformBuild.hear(response.headers.get(buildIdHeader));
    serverClock.hear(response.headers.get('Date'), sentAt);
    return { response, token };
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new ApiError(0, 'CONSOLE_SERVER_AWAY', translate('common:serverAway'));
  }
}

async function readEnvelope(response: Response): Promise<z.infer<typeof envelopeSchema>> {
  const text = await response.text();
  try {
    return envelopeSchema.parse(JSON.parse(text));
  } catch {
    const code = response.status === 503 || response.status === 502 || response.status === 504;
    throw new ApiError(
      code ? answerCodes.unavailable : answerCodes.fault,
      'CONSOLE_UNREADABLE_ANSWER',
      translate('common:unreadableAnswer'),
      {},
      response.headers.get('x-request-id'),
    );
  }
}

function toApiError(response: Response, envelope: z.infer<typeof envelopeSchema>): ApiError {
  const failure = failureSchema.safeParse(envelope.result).data;
  return new ApiError(
    envelope.code as AnswerCode,
    failure?.error ?? 'UNKNOWN',
    envelope.message || translate('common:unreadableAnswer'),
    failure?.fields,
    failure?.requestId ?? response.headers.get('x-request-id'),
    failure?.details,
  );
}

/** The refusal that a raw endpoint answered in place of bytes. */
export const readRefusal = async (response: Response): Promise<ApiError> =>
  toApiError(response, await readEnvelope(response));

/** How often a call is made again that found too many of the user's own before it. */
const mostWaits = 10;

/** Windows of one user may open more calls than the server lets wait: what was refused for that did nothing, and is sent again. */
async function onceItsTurnComes<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.error === 'CALLS_TOO_MANY';
      if (!isBusy || waits === mostWaits) {
        throw error;
      }
      const seconds = Number(error.details['waitSeconds'] ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      signal?.throwIfAborted();
    }
  }
}

/**
 * Calls an endpoint and gives its result with the server's sentence. `upload` endpoints take their file as `input.file`.
 * @throws ApiError for every refusal or failure; a 401 ends the session and opens the login page as well.
 */
export async function callWithMessage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<ApiResponse<EndpointResult<E>>> {
  return onceItsTurnComes(() => callOnce(endpoint, input, signal), signal);
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal | undefined,
): Promise<ApiResponse<EndpointResult<E>>> {
  const { response, token } = await send(endpoint, input as Record<string, unknown>, signal);
  const envelope = await readEnvelope(response);
  const isSignedOut =
    response.status === answerCodes.notSignedIn || envelope.code === answerCodes.notSignedIn;
  if (isSignedOut && endpoint.access !== 'public') {
    leaveToLogin(envelope.message ?? undefined, token);
  }
  if (!envelope.success) {
    throw toApiError(response, envelope);
  }
  const parsed = endpoint.result.safeParse(envelope.result);
  if (!parsed.success) {
    throw new ApiError(
      answerCodes.fault,
      'CONSOLE_UNREADABLE_ANSWER',
      translate('common:unreadableAnswer'),
      {},
      response.headers.get('x-request-id'),
    );
  }
  return { result: parsed.data as EndpointResult<E>, message: envelope.message ?? '' };
}

/**
 * Gets the bytes of a `raw` endpoint into the page's memory, with the token in the header: for what is small.
 * @throws ApiError when the server refuses or does not answer
 */
export async function callForBytes<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<Blob> {
  return onceItsTurnComes(() => bytesOnce(endpoint, input, signal), signal);
}

async function bytesOnce<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const { response, token } = await send(endpoint, input as Record<string, unknown>, signal);
  if (response.ok && !response.headers.get('content-type')?.startsWith('application/json')) {
    try {
      return await response.blob();
    } catch {
      throw new ApiError(0, 'CONSOLE_SERVER_AWAY', translate('common:serverAway'));
    }
  }
  const envelope = await readEnvelope(response);
  if (response.status === answerCodes.notSignedIn) {
    leaveToLogin(envelope.message ?? undefined, token);
  }
  throw toApiError(response, envelope);
}

/** Calls an endpoint and gives its result. @throws ApiError as `callWithMessage`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<EndpointResult<E>> {
  return (await callWithMessage(endpoint, input, signal)).result;
}
