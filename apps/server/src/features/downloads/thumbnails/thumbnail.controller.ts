import { Controller, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import { auditedEntryPoints, endpoints, type EndpointParams } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import { splitParent } from '../../../platform/file-space/space-path.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { Thumbnails } from './thumbnails.service.js';

/** A look at a folder is one row of the log, however many tiles it has. */
const sameLookMs = 3_600_000;

/** Small pictures of the user's own disk. */
@Controller()
export class ThumbnailController implements OnApplicationShutdown {
  private readonly looks = new KeyedThrottle<{ caller: Principal; request: Request; dir: string }>(
    sameLookMs,
    ({ caller, request, dir }) =>
      this.audit.note({
        ...auditedEntryPoints.thumbnails,
        logLevel: 'INFO',
        refusal: null,
        caller,
        request,
        details: { path: dir },
      }),
    { trailing: false },
  );

  constructor(
    private readonly thumbnails: Thumbnails,
    private readonly audit: AuditTrail,
  ) {}

  onApplicationShutdown(): void {
    this.looks.close();
  }

  @Route(endpoints.downloads.thumbnail)
  async thumbnail(
    @Input() { path }: EndpointParams<typeof endpoints.downloads.thumbnail>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.thumbnails.find(caller, path);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    if (typeof found === 'string') {
      response.setHeader('Cache-Control', 'no-store');
      response.sendStatus(found === 'none' ? 204 : 202);
      return;
    }
    const dir = splitParent(path)?.dir ?? '/';
    this.looks.pass(`${caller.userId} ${dir}`, { caller, request, dir });
    // The rights are asked each time; what the browser has of the same content is used again.
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('ETag', `"${found.key}"`);
    response.type('image/webp').send(found.bytes);
  }
}
