import type { AuditedCall, LogRow } from '@clusterdesk/contracts';
import type { LanguageTexts } from './i18n/i18n.js';

/** What a row of the log says; texts are quoted, and empty where it says nothing of the kind. */
export interface OperationFacts {
  /** What it was about. */
  object: string;
  /** Where something was put, or what it is called now. */
  place: string;
  /** Whom a project got, or lost. */
  people: string;
  details: LogRow['details'];
  /** The names of the fields that are others than before. */
  changed: readonly string[];
}

/** What calls are to people who read the log: those that do the same, to one thing or several or by another way, are one operation. */
export interface Operation {
  calls: readonly AuditedCall[];
  name: LanguageTexts;
  /** What was done, with room for `{{object}}`. */
  done: LanguageTexts;
  /** Sentences that say more of some rows, also with `{{place}}` and `{{people}}`; the first that fits is taken. */
  variants?: readonly { fits: (facts: OperationFacts) => boolean; done: LanguageTexts }[];
}

/** Fetches operations. @throws Error when their code cannot be fetched */
export type LoadOperations = () => Promise<readonly Operation[]>;
