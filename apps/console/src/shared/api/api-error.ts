import type { AnswerCode } from '@clusterdesk/contracts';

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

/** The sentence to show for anything thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
