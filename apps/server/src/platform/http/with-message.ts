import type { Sentence } from '@clusterdesk/contracts';

/** A result that comes with words for people. */
export class Answer<Result> {
  constructor(
    readonly result: Result,
    readonly sentence: Sentence,
  ) {}
}

/** Adds a message to an endpoint's result; the envelope carries it in the caller's language. */
export function withMessage<Result>(result: Result, sentence: Sentence): Answer<Result> {
  return new Answer(result, sentence);
}
