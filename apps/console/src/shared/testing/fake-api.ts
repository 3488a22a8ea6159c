import type { Endpoint, EndpointAnswer } from '@clusterdesk/contracts';

/** A call that a component made. */
export interface SeenCall {
  path: string;
  input: Record<string, unknown>;
}

type Reply = (input: Record<string, unknown>) => unknown;

const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });

/** A refusal as the server words it. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly error: string,
    message: string,
    readonly fields: Record<string, string> = {},
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** Answers the calls of components under test; a call that nothing answers fails its test with a refusal that names it. */
export class FakeApi {
  readonly calls: SeenCall[] = [];
  readonly #replies = new Map<string, Reply>();

  constructor() {
    globalThis.fetch = async (address, init) => {
      const url = new URL(String(address), 'http://console.invalid');
      const path = url.pathname.replace(/^\/api/, '');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      const input = { ...Object.fromEntries(url.searchParams), ...(body as object) };
      this.calls.push({ path, input });
      return this.#answer(path, input);
    };
  }

  /** What an endpoint answers: a result, or a function that gives one, late or with a refusal thrown. */
  on<E extends Endpoint>(
    endpoint: E,
    reply:
      | EndpointAnswer<E>
      | ((input: Record<string, unknown>) => EndpointAnswer<E> | Promise<EndpointAnswer<E>>),
  ): void {
    this.#replies.set(
      endpoint.path,
      typeof reply === 'function' ? (reply as Reply) : (): unknown => reply,
    );
  }

  /** The calls of one endpoint so far. */
  callsOf(endpoint: Endpoint): SeenCall[] {
    const [start = ''] = endpoint.path.split('/:');
    return this.calls.filter(({ path }) =>
      endpoint.path === start ? path === start : path.startsWith(`${start}/`),
    );
  }

  /** Of an endpoint whose path has parameters, which stand in the address. */
  #replyTo(path: string): Reply | undefined {
    const parts = path.split('/');
    const isAlike = (known: string): boolean => {
      const wanted = known.split('/');
      return (
        wanted.length === parts.length &&
        wanted.every((part, index) => part.startsWith(':') || part === parts[index])
      );
    };
    const known = this.#replies.get(path) ? path : [...this.#replies.keys()].find(isAlike);
    return known === undefined ? undefined : this.#replies.get(known);
  }

  async #answer(path: string, input: Record<string, unknown>): Promise<Response> {
    const reply = this.#replyTo(path);
    try {
      if (!reply) {
        throw new Refusal(500, 'NOT_ANSWERED', `Nothing answers ${path}`);
      }
      return json({ success: true, code: 200, message: '', result: await reply(input) });
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      const { code, error: reason, message, fields, details } = error;
      const result = { error: reason, fields, details, requestId: 'r-1' };
      // Only these two are also HTTP's status (contract: Envelope).
      return json(
        { success: false, code, message, result },
        [401, 500].includes(code) ? code : 200,
      );
    }
  }
}
