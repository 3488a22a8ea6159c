import { z } from 'zod';

/** The precise class of an answer, carried in `code`; HTTP stays 200 for all but 401 and 500 (contract: Envelope). */
export const answerCodes = {
  ok: 200,
  invalid: 400,
  notSignedIn: 401,
  notAllowed: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  locked: 423,
  tooMany: 429,
  fault: 500,
  unavailable: 503,
} as const;

export type AnswerCode = (typeof answerCodes)[keyof typeof answerCodes];

/** Every answer of `/api`: `message` is for people, in the caller's language; `result` for programs. */
export interface Envelope<Result> {
  success: boolean;
  code: AnswerCode;
  message: string;
  result: Result;
}

/** `result` of a refusal: a stable error name, and for code 400 which parameter is wrong and why. */
export const failureSchema = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** The two languages of the platform, as they stand on the wire (spec part 1 §4). */
export const languages = ['cn', 'en'] as const;
export type Language = (typeof languages)[number];

/** One sentence in both languages. */
export type LocalizedText = Record<Language, string>;
