import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { allEndpoints } from '@clusterdesk/contracts';
import type { Response } from 'express';
import { Public } from '../access/public.decorator.js';
import { toOpenApi, type OpenApiDocument } from './openapi.js';

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>ClusterDesk API</title>
  <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui' });`;

const assets = new Set(['swagger-ui.css', 'swagger-ui-bundle.js']);

/** The calls of the platform, described from their declarations (contract: Envelope). */
@Public()
@Controller()
export class ApiDocsController {
  /** Made on the first request: it takes a fifth of a server's start, and most servers are never asked. */
  private document: OpenApiDocument | undefined;

  @Get('/openapi.json')
  openapi(): OpenApiDocument {
    this.document ??= toOpenApi(allEndpoints);
    return this.document;
  }

  @Get('/docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): string {
    return page;
  }

  @Get('/docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return start;
  }

  @Get('/docs/:file')
  asset(@Param('file') file: string, @Res() response: Response): void {
    if (!assets.has(file)) {
      response.sendStatus(404);
      return;
    }
    response.sendFile(file, {
      root: dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'))),
    });
  }
}
