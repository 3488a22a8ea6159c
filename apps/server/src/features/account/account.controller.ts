import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type CallerDetail,
  type EndpointParams,
  type Language,
  type LocalizedText,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { defaultLanguage } from '../../platform/http/language.js';
import { ContactChangeService, contactKinds } from './contact-change.service.js';
import { OwnPasswordService } from './own-password.service.js';
import { ProfileService } from './profile.service.js';

const calls = endpoints.account;

/** The answer to the user: no code is on its way where nothing can send it. */
const toldOf = (isSent: boolean): LocalizedText =>
  isSent
    ? { cn: '验证码已发送', en: 'The code is on its way.' }
    : {
        cn: '平台未配置邮件或短信服务，验证码没有发送，请联系管理员',
        en: 'This platform sends no mail or text messages, so the code was not sent. Ask an administrator.',
      };

/** What users see and change of their own account. */
@Controller()
export class AccountController {
  constructor(
    private readonly profile: ProfileService,
    private readonly ownPassword: OwnPasswordService,
    private readonly contacts: ContactChangeService,
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
  updateRealName(
    @Input() input: EndpointParams<typeof calls.updateRealName>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.profile.setRealName(caller, input.userId, input.realName);
  }

  @Route(calls.updatePassword)
  updatePassword(
    @Input() input: EndpointParams<typeof calls.updatePassword>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<void> {
    return this.ownPassword.change(caller, input, request.ip);
  }

  @Route(calls.sendMobileCode)
  async sendMobileCode(
    @Input() input: EndpointParams<typeof calls.sendMobileCode>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EnvelopeResult<{ isSent: boolean }>> {
    const result = await this.contacts.sendCode(caller, 'mobile', input.mobile);
    return withMessage(result, toldOf(result.isSent));
  }

  @Route(calls.sendEmailCode)
  async sendEmailCode(
    @Input() input: EndpointParams<typeof calls.sendEmailCode>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EnvelopeResult<{ isSent: boolean }>> {
    const result = await this.contacts.sendCode(caller, 'email', input.email);
    return withMessage(result, toldOf(result.isSent));
  }

  @Route(calls.checkCode)
  checkCode(
    @Input() input: EndpointParams<typeof calls.checkCode>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.contacts.confirmCurrent(caller, contactKinds[input.type], input.code);
  }

  @Route(calls.saveMobile)
  saveMobile(
    @Input() { mobile, ...input }: EndpointParams<typeof calls.saveMobile>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.contacts.save(caller, 'mobile', { ...input, target: mobile });
  }

  @Route(calls.saveEmail)
  saveEmail(
    @Input() { email, ...input }: EndpointParams<typeof calls.saveEmail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.contacts.save(caller, 'email', { ...input, target: email });
  }
}
