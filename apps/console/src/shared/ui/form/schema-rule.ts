import { z } from 'zod';
import { currentLanguage, translate } from '../../i18n/i18n.js';

/** What a rule of antd's form is made of: the validator refuses with a sentence. */
export interface FieldRule {
  validator: (rule: unknown, value: unknown) => Promise<void>;
}

/** Sentences that know the field better than the schema does. */
interface RuleWords {
  /** For a field that must be filled and is not, also where its parameter has a default. */
  empty?: string;
  /** For everything else that is wrong. */
  wrong?: string;
}

const ownSentences = z.object({ cn: z.string(), en: z.string() });

/** The contracts' sentences go on from a parameter's name; beside a field they stand alone. */
export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sentenceOf(issue: z.core.$ZodIssue): string {
  const own = ownSentences.safeParse('params' in issue ? issue.params : undefined);
  if (own.success) {
    return asSentence(own.data[currentLanguage()]);
  }
  if (issue.code === 'invalid_union') {
    const [inner] = issue.errors.at(-1) ?? [];
    return inner ? sentenceOf(inner) : translate('common:fieldWrong');
  }
  const isText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_big') {
    const count = Number(issue.maximum);
    return isText
      ? translate('common:fieldTooLong', { count })
      : translate('common:fieldTooBig', { count });
  }
  if (issue.code === 'too_small') {
    const count = Number(issue.minimum);
    return isText
      ? translate('common:fieldTooShort', { count })
      : translate('common:fieldTooSmall', { count });
  }
  return translate('common:fieldWrong');
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * The rule of a field from the contract's schema of its parameter, in the language in use. An empty field is what the
 * schema says of an absent parameter: fine where it is optional, else refused.
 */
export const schemaRule = (schema: z.ZodType, words: RuleWords = {}): FieldRule => ({
  validator: async (_, value) => {
    if (words.empty !== undefined && isEmpty(value)) {
      throw new Error(words.empty);
    }
    const parsed = schema.safeParse(isEmpty(value) ? undefined : value);
    if (parsed.success) {
      return;
    }
    if (isEmpty(value)) {
      throw new Error(translate('common:fieldRequired'));
    }
    const [issue] = parsed.error.issues;
    throw new Error(words.wrong ?? (issue ? sentenceOf(issue) : translate('common:fieldWrong')));
  },
});

/** The rule of a field that may stay empty, whatever its schema says of an empty text. */
export const optionalSchemaRule = (schema: z.ZodType, words: RuleWords = {}): FieldRule =>
  schemaRule(schema.optional(), words);
