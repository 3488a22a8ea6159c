import type { Endpoint } from '@clusterdesk/contracts';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** The parts of an OpenAPI 3.0 document that we fill. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  components: JsonSchema;
  paths: Record<string, Record<string, JsonSchema>>;
}

const describe = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });

function accessText(endpoint: Endpoint): string {
  return typeof endpoint.access === 'string'
    ? `Access: ${endpoint.access}.`
    : `Access: any of the permissions ${endpoint.access.anyPermission.join(', ')}.`;
}

function parameters(endpoint: Endpoint, input: JsonSchema): JsonSchema[] {
  const inPath: string[] = endpoint.path.match(/(?<=:)\w+/g) ?? [];
  const required = Array.isArray(input.required) ? input.required : [];
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: required.includes(name),
    schema,
  }));
}

function operation(endpoint: Endpoint): JsonSchema {
  const input = describe(endpoint.input, 'input');
  const isGet = endpoint.method === 'GET';
  const media = endpoint.upload === 'file' ? 'multipart/form-data' : 'application/json';
  const file = { file: { type: 'string', format: 'binary' } };
  const body =
    endpoint.upload === 'file'
      ? { ...input, properties: { ...(input.properties ?? {}), ...file } }
      : input;
  return {
    tags: [endpoint.feature],
    summary: endpoint.summary,
    description: accessText(endpoint),
    security: endpoint.access === 'public' || endpoint.access === 'ticket' ? [] : [{ token: [] }],
    ...(isGet
      ? { parameters: parameters(endpoint, input) }
      : { requestBody: { content: { [media]: { schema: body } } } }),
    responses:
      endpoint.transport === 'raw'
        ? { 200: { description: 'The bytes.' } }
        : {
            200: {
              description: 'The envelope.',
              content: { 'application/json': { schema: envelope(endpoint) } },
            },
          },
  };
}

function envelope(endpoint: Endpoint): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'result'],
    properties: {
      success: { type: 'boolean' },
      code: { type: 'integer', description: '200, or the class of the refusal' },
      message: { type: 'string', description: "For people, in the caller's language" },
      result: describe(endpoint.result, 'input'),
    },
  };
}

/** Describes every declared call. */
export function toOpenApi(declared: readonly Endpoint[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of declared) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'ClusterDesk',
      version: '1',
      description:
        'Every documented parameter is accepted from the query string and, for POST, from a JSON body.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
    paths,
  };
}
