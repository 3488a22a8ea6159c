import type { AnswerCode, LocalizedText } from '@clusterdesk/contracts';

/**
 * A refusal with a stable code (`FEATURE_REASON`), the class of answer, and a sentence in both languages that tells the
 * person what to do. The only errors whose messages leave the server.
 */
export class DomainError extends Error {
  constructor(
    readonly code: string,
    readonly status: AnswerCode,
    readonly sentence: LocalizedText,
    readonly details?: Record<string, unknown>,
  ) {
    super(`${code}: ${sentence.en}`);
    this.name = 'DomainError';
  }
}

/** For `catch`: a refusal is null, anything else stays an error. */
export function nullWhenRefused(error: unknown): null {
  if (error instanceof DomainError) {
    return null;
  }
  throw error;
}

/** The class of an error that always says the same, to be extended by one with a name. */
export function domainError(
  code: string,
  status: AnswerCode,
  sentence: LocalizedText,
  details?: Record<string, unknown>,
): new () => DomainError {
  return class extends DomainError {
    constructor() {
      super(code, status, sentence, details);
    }
  };
}
