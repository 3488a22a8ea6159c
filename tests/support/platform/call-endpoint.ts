import type { Endpoint, EndpointInput, EndpointAnswer, Envelope } from '@clusterdesk/contracts';

/** Calls an endpoint as a client would, its path parameters filled in; the envelope comes back as it is. */
export async function call<E extends Endpoint>(
  baseUrl: string,
  endpoint: E,
  input: EndpointInput<E>,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Envelope<EndpointAnswer<E>> & { httpStatus: number }> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(parameterOf(input, name)),
  );
  const url = new URL(`/api${path}`, baseUrl);
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

function parameterOf(input: unknown, name: string): string {
  const value: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'missing';
}
