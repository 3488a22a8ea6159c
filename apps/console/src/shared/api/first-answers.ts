/** A call that the page's own script made before there was any code, and its answer. */
export interface FirstAnswer {
  url: string;
  body: string | null;
  headers: Record<string, string>;
  sentAt: number;
  response: Promise<Response>;
}

declare global {
  /** What the page's own script has asked for; each answer is used once. */
  var firstAnswers: FirstAnswer[] | undefined;
}

/** An answer this old may have been overtaken: queries are fresh for as long. Milliseconds. */
const freshMs = 5_000;

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  a['Authorization'] === b['Authorization'] && a['Accept-Language'] === b['Accept-Language'];

/** The answer to this very call, if the page has asked it for the same session and language just now; null: it has not. */
export function takeFirstAnswer(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): FirstAnswer | null {
  const answers = globalThis.firstAnswers ?? [];
  const at = answers.findIndex(
    (answer) =>
      answer.url === url && answer.body === (body ?? null) && isSame(answer.headers, headers),
  );
  const [answer] = at < 0 ? [] : answers.splice(at, 1);
  return answer && Date.now() - answer.sentAt < freshMs ? answer : null;
}
