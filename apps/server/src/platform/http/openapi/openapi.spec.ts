import { describe, expect, it } from '@jest/globals';
import { allEndpoints } from '@clusterdesk/contracts';
import { toOpenApi } from './openapi.js';

const { paths } = toOpenApi(allEndpoints);

describe('the OpenAPI document', () => {
  it('has every declared call', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const declared = allEndpoints.map(
      ({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.sort()).toEqual(declared.sort());
  });

  it('asks for a token where the access rule does', () => {
    for (const { method, path, access } of allEndpoints) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      const isOpen = access === 'public' || access === 'ticket';
      expect(operation).toMatchObject({ security: isOpen ? [] : [{ token: [] }] });
    }
  });

  it('shows what stands in the path as such', () => {
    expect(paths['/menu/icon/{name}']?.['get']).toMatchObject({
      parameters: [{ name: 'name', in: 'path', required: true }],
    });
  });

  it('shows parameters in the query of a GET, in the body of a POST, and a file as multipart', () => {
    expect(paths['/user/info/checkFileSameName']?.['get']).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'path', in: 'query', required: true }),
      ]),
    });
    expect(paths['/user/info/mkdir']?.['post']).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { required: ['path'] } } } },
    });
    expect(paths['/job/upload']?.['post']).toMatchObject({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { properties: { file: { type: 'string', format: 'binary' } } },
          },
        },
      },
    });
  });
});
