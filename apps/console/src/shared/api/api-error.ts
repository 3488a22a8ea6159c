import { answerCodes, type AnswerCode } from '@clusterdesk/contracts';

/** A refused or failed call. `code` 0: the server did not answer. `message` is for people. */
export class ApiError extends Error {
  constructor(
    readonly code: AnswerCode | 0,
    readonly error: string,
    message: string,
    readonly fields: Record<string, string> = {},
    readonly requestId: string | null = null,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/**
 * Whether a call failed because the server, or what stands before it, is away for now: no answer at all, or a proxy's page in
 * its place. A refusal of the server itself is none, though it may say the same code.
 */
export const isServerAway = ({ code, error }: ApiError): boolean =>
  error === 'CONSOLE_SERVER_AWAY' || (code === 503 && error === 'CONSOLE_UNREADABLE_ANSWER');

/** The sentence to show for anything thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether a call failed because what it was about is not there, or not any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === answerCodes.notFound;

/**
 * Whether the server says that something is not there for the caller, or not the caller's to see: what was shown of it before is
 * shown no longer.
 */
export const isRefusal = (error: unknown): boolean =>
  isGone(error) || (error instanceof ApiError && error.code === answerCodes.notAllowed);
