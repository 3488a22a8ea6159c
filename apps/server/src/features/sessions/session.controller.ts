import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type Language,
  type LoginResult,
  type MenuNode,
  type UserDetail,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { defaultLanguage } from '../../platform/http/language.js';
import { ProfileService } from '../account/profile.service.js';
import { SessionService } from './session.service.js';
import { SignInService } from './sign-in.service.js';

const calls = endpoints.identity;

@Controller()
export class SessionController {
  constructor(
    private readonly signInService: SignInService,
    private readonly sessions: SessionService,
    private readonly profile: ProfileService,
  ) {}

  @Route(calls.login)
  login(
    @Input() input: EndpointParams<typeof calls.login>,
    @Req() request: Request,
  ): Promise<LoginResult> {
    const place = { address: request.ip, userAgent: request.headers['user-agent'] };
    return input.code !== undefined
      ? this.signInService.signInWithCode(input.code, place)
      : this.signInService.signIn(input.loginName ?? '', input.password ?? '', place);
  }

  @Route(calls.logout)
  async logout(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<null> {
    await this.sessions.close(caller.sessionId);
    return null;
  }

  @Route(calls.detail)
  detail(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<UserDetail> {
    return this.profile.getDetail(caller);
  }

  @Route(calls.userMenuTree)
  userMenuTree(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<MenuNode[]> {
    return this.profile.getMenuTree(caller);
  }

  @Route(calls.getLanguage)
  getLanguage(@Input() _: object, @Req() request: Request): { selected: Language } {
    return { selected: request.caller?.language ?? defaultLanguage };
  }

  @Route(calls.setLanguage)
  setLanguage(
    @Input() input: EndpointParams<typeof calls.setLanguage>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ selected: Language }> {
    return this.profile.setLanguage(caller, input.selected);
  }
}
