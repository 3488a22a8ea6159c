import { constants, publicEncrypt } from 'node:crypto';
import {
  endpoints,
  type Endpoint,
  type EndpointInput,
  type EndpointAnswer,
  type Envelope,
  type LoginResult,
} from '@clusterdesk/contracts';

/** What a call came back with: the HTTP status and the body's envelope. */
export interface EnvelopeResult<Result> extends Envelope<Result> {
  httpStatus: number;
}

/** Calls the platform as a third-party program would: over HTTP, by the contract's declarations. */
export class ApiClient {
  token: string | null = null;

  constructor(
    readonly url: string,
    private readonly language: 'cn' | 'en' = 'en',
    /** As whose program it calls; default: Node's. */
    private readonly userAgent?: string,
  ) {}

  /** Signs in; later calls carry the token. */
  async signIn(loginName: string, password: string): Promise<LoginResult> {
    const { result } = await this.expectOk(endpoints.sessions.login, {
      loginName,
      password: await this.encrypt(password),
    });
    this.token = result.token;
    return result;
  }

  /** A password as it travels: base64 of RSA-OAEP (SHA-256). */
  async encrypt(password: string): Promise<string> {
    const { result } = await this.expectOk(endpoints.operations.publicConfigs, {});
    return publicEncrypt(
      { key: result.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(password, 'utf8'),
    ).toString('base64');
  }

  /** Calls an endpoint and throws unless it succeeds. */
  async expectOk<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<EnvelopeResult<EndpointAnswer<E>>> {
    const answer = await this.call(endpoint, input);
    if (!answer.success) {
      throw new Error(`${endpoint.path} answered ${answer.code}: ${answer.message}`);
    }
    return answer;
  }

  /** Calls an endpoint; a refusal is an answer too. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<EnvelopeResult<EndpointAnswer<E>>> {
    const answer = await this.send(endpoint, input as Record<string, unknown>);
    const body = (await answer.json()) as Envelope<EndpointAnswer<E>>;
    return { ...body, httpStatus: answer.status };
  }

  /** The bare HTTP exchange: path parameters filled in, the rest in the query (GET) or a JSON body (POST). */
  send(endpoint: Endpoint, input: Record<string, unknown>): Promise<Response> {
    const rest = { ...input };
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = encodeURIComponent(String(rest[name] ?? 'missing'));
      delete rest[name];
      return value;
    });
    const url = new URL(`${this.url}/api${path}`);
    if (endpoint.method === 'GET') {
      Object.entries(rest).forEach(([name, value]) => url.searchParams.set(name, String(value)));
    }
    return fetch(url, {
      method: endpoint.method,
      headers: {
        'Accept-Language': this.language,
        ...(this.token && { Authorization: this.token }),
        ...(this.userAgent && { 'User-Agent': this.userAgent }),
        ...(endpoint.method === 'POST' && { 'Content-Type': 'application/json' }),
      },
      ...(endpoint.method === 'POST' && { body: JSON.stringify(rest) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
  }
}
