import pg from 'pg';

/** What this process asked PostgreSQL, and how many rows of each answer it loaded. */
export interface Statement {
  text: string;
  values: unknown[];
  rows: number;
}

const prototype = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => unknown };
const { query } = prototype;

/** Notes every statement of this process whose text fits, until `stop`. */
export function noteStatements(fits = /^/): { list: Statement[]; stop: () => void } {
  const list: Statement[] = [];
  // Of its overloads the pool's clients use the one that gives a promise, or that with a callback.
  prototype.query = function (this: unknown, ...asked: unknown[]): unknown {
    const [statement] = asked;
    const text =
      typeof statement === 'string' ? statement : String((statement as { text?: string }).text);
    if (!fits.test(text)) {
      return Reflect.apply(query, this, asked);
    }
    const values = Array.isArray(asked[1]) ? (asked[1] as unknown[]) : [];
    const noted: Statement = { text, values, rows: 0 };
    list.push(noted);
    const note = (result: { rows?: unknown[] } | undefined): void => {
      noted.rows = result?.rows?.length ?? 0;
    };
    const last = asked.at(-1);
    if (typeof last === 'function') {
      asked[asked.length - 1] = (error: unknown, result: { rows?: unknown[] } | undefined) => {
        note(result);
        Reflect.apply(last, undefined, [error, result]);
      };
      return Reflect.apply(query, this, asked);
    }
    const answer: unknown = Reflect.apply(query, this, asked);
    if (answer instanceof Promise) {
      void answer.then(note, () => undefined);
    }
    return answer;
  };
  return { list, stop: () => void (prototype.query = query) };
}
