import type { Endpoint, EndpointInput, EndpointAnswer, Envelope } from '@clusterdesk/contracts';

/** Calls an endpoint as a client would; the envelope comes back as it is. */
export async function call<E extends Endpoint>(
  baseUrl: string,
  endpoint: E,
  input: EndpointInput<E>,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Envelope<EndpointAnswer<E>> & { httpStatus: number }> {
  const url = new URL(`/api${endpoint.path}`, baseUrl);
  const isGet = endpoint.method === 'GET';
  if (isGet && typeof input === 'object' && input !== null) {
    for (const [name, value] of Object.entries(input)) {
      url.searchParams.set(name, String(value));
    }
  }
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      'Content-Type': 'application/json',
      ...(options.token ? { Authorization: options.token } : {}),
      ...options.headers,
    },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  });
  const envelope = (await response.json()) as Envelope<EndpointAnswer<E>>;
  return { ...envelope, httpStatus: response.status };
}
