import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  limits,
  type EndpointParams,
  type LoginResult,
  type SessionListRow,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { SessionService } from './session.service.js';
import { UserSessions } from './user-sessions.service.js';
import { SignInService } from './sign-in/sign-in.service.js';

const calls = endpoints.sessions;

/** Signing in and out, and one's own sessions. */
@Controller()
export class SessionController {
  constructor(
    private readonly signInService: SignInService,
    private readonly sessions: SessionService,
    private readonly userSessions: UserSessions,
  ) {}

  @Route(calls.login)
  async login(
    @Input() input: EndpointParams<typeof calls.login>,
    @Req() request: Request,
  ): Promise<LoginResult> {
    const place = { address: request.ip, userAgent: request.headers['user-agent'] };
    const result =
      input.code !== undefined
        ? await this.signInService.signInWithCode(input.code, place)
        : await this.signInService.signIn(
            input.loginName ?? '',
            input.password ?? '',
            place,
            (input.devices ?? '').split(',').slice(0, limits.knownDevices),
          );
    request.signedIn = { userId: result.user.id, userName: result.user.userName };
    return result;
  }

  @Route(calls.logout)
  logout(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<void> {
    return this.sessions.close(caller);
  }

  @Route(calls.list)
  list(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<SessionListRow[]> {
    return this.userSessions.listOwn(caller);
  }

  @Route(calls.end)
  end(
    @Input() input: EndpointParams<typeof calls.end>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.userSessions.endOwn(caller, input.id);
  }

  @Route(calls.listOfUser)
  listOfUser(
    @Input() input: EndpointParams<typeof calls.listOfUser>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<SessionListRow[]> {
    return this.userSessions.list(caller, input.userId);
  }

  @Route(calls.endOfUser)
  endOfUser(
    @Input() input: EndpointParams<typeof calls.endOfUser>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ ended: number }> {
    return this.userSessions.end(caller, input.userId, input.id);
  }
}
