import type { LocalizedText } from '@clusterdesk/contracts';

/** A result with a message for people. */
export class EnvelopeResult<Result> {
  constructor(
    readonly result: Result,
    readonly sentence: LocalizedText,
  ) {}
}

/** Adds a message to an endpoint's result; the envelope carries it in the caller's language. */
export function withMessage<Result>(
  result: Result,
  sentence: LocalizedText,
): EnvelopeResult<Result> {
  return new EnvelopeResult(result, sentence);
}
