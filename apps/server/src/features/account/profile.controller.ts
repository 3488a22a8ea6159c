import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type CallerDetail,
  type EndpointParams,
  type Language,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { defaultLanguage } from '../../platform/http/language.js';
import { OwnPasswordService } from './own-password.service.js';
import { ProfileService } from './profile.service.js';

const calls = endpoints.account;

/** What people see and change of themselves. */
@Controller()
export class ProfileController {
  constructor(
    private readonly profile: ProfileService,
    private readonly ownPassword: OwnPasswordService,
  ) {}

  @Route(calls.detail)
  detail(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<CallerDetail> {
    return this.profile.getDetail(caller);
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

  @Route(calls.updateRealName)
  async updateRealName(
    @Input() input: EndpointParams<typeof calls.updateRealName>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.profile.setRealName(caller, input.userId, input.realName);
    return null;
  }

  @Route(calls.updatePassword)
  async updatePassword(
    @Input() input: EndpointParams<typeof calls.updatePassword>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<null> {
    await this.ownPassword.change(caller, input, request.ip);
    return null;
  }
}
