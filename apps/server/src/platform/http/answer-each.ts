import type { BulkAnswer, Language } from '@clusterdesk/contracts';
import { DomainError } from './domain-error.js';

/**
 * Decides on each of several things by itself, one after the other: a refusal does not stop the others, and is reported
 * with its reason; `onRefusal` writes it down. What fails otherwise ends the call; what was done stays done.
 */
export async function answerEach(
  ids: readonly string[],
  language: Language,
  decide: (id: string) => Promise<unknown>,
  onRefusal: (id: string, refusal: DomainError) => Promise<unknown>,
): Promise<BulkAnswer[]> {
  const answers: BulkAnswer[] = [];
  for (const id of new Set(ids)) {
    try {
      await decide(id);
      answers.push({ id, done: true, error: null, message: null });
    } catch (error) {
      if (!(error instanceof DomainError)) {
        throw error;
      }
      await onRefusal(id, error);
      answers.push({ id, done: false, error: error.code, message: error.sentence[language] });
    }
  }
  return answers;
}
