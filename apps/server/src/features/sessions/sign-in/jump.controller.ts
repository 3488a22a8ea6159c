import { Controller, Req, Res } from '@nestjs/common';
import { endpoints, type EndpointParams } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import { notSignedIn, passwordChangeFirst } from '../../../platform/http/access/access.js';
import {
  Authenticator,
  readToken,
  type Principal,
} from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { JumpService } from './jump.service.js';

const { jump, jumpTarget } = endpoints.sessions;

@Controller()
export class JumpController {
  constructor(
    private readonly service: JumpService,
    private readonly authenticator: Authenticator,
  ) {}

  @Route(jumpTarget)
  async jumpTarget(
    @Input() input: EndpointParams<typeof jumpTarget>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ url: string }> {
    return { url: await this.service.findTarget(caller, input.url) };
  }

  /** A browser that follows a link sends no header: the documented parameter carries the token then. */
  @Route(jump)
  async jump(
    @Input() input: EndpointParams<typeof jump>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = readToken(input.Authorization);
    request.caller ??= (token && (await this.authenticator.authenticate(token))) || undefined;
    if (!request.caller) {
      throw notSignedIn();
    }
    if (request.caller.mustChangePassword) {
      throw passwordChangeFirst();
    }
    const target = await this.service.findTarget(request.caller, input.url);
    // The token may stand in the address that led here: it goes no further.
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(302, target);
  }
}
