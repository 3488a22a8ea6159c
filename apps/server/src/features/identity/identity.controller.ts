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
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { defaultLanguage } from '../../platform/http/language.js';
import { ProfileService } from './profile.service.js';
import { SessionService } from './session.service.js';
import { SignInService } from './sign-in.service.js';

const calls = endpoints.identity;

@Controller()
export class IdentityController {
  constructor(
    private readonly signInService: SignInService,
    private readonly sessions: SessionService,
    private readonly profile: ProfileService,
  ) {}

  @Handles(calls.login)
  login(
    @Input() input: EndpointParams<typeof calls.login>,
    @Req() request: Request,
  ): Promise<LoginResult> {
    const place = { address: request.ip, userAgent: request.headers['user-agent'] };
    return input.code !== undefined
      ? this.signInService.signInWithCode(input.code, place)
      : this.signInService.signIn(input.loginName ?? '', input.password ?? '', place);
  }

  @Handles(calls.logout)
  async logout(@Input() _: object, @CurrentCaller() caller: Caller): Promise<null> {
    await this.sessions.close(caller.sessionId);
    return null;
  }

  @Handles(calls.detail)
  detail(@Input() _: object, @CurrentCaller() caller: Caller): Promise<UserDetail> {
    return this.profile.getDetail(caller);
  }

  @Handles(calls.userMenuTree)
  userMenuTree(@Input() _: object, @CurrentCaller() caller: Caller): Promise<MenuNode[]> {
    return this.profile.getMenuTree(caller);
  }

  @Handles(calls.getLanguage)
  getLanguage(@Input() _: object, @Req() request: Request): { selected: Language } {
    return { selected: request.caller?.language ?? defaultLanguage };
  }

  @Handles(calls.setLanguage)
  setLanguage(
    @Input() input: EndpointParams<typeof calls.setLanguage>,
    @CurrentCaller() caller: Caller,
  ): Promise<{ selected: Language }> {
    return this.profile.setLanguage(caller, input.selected);
  }
}
