import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type LocalizedText } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { ContactChangeService, contactKinds } from './contact-change.service.js';

const calls = endpoints.account;

/** The answer to the user: no code is on its way where nothing can send it. */
const toldOf = (isSent: boolean): LocalizedText =>
  isSent
    ? { cn: '验证码已发送', en: 'The code is on its way.' }
    : {
        cn: '平台未配置邮件或短信服务，验证码没有发送，请联系管理员',
        en: 'This platform sends no mail or text messages, so the code was not sent. Ask an administrator.',
      };

/** One's own mobile and e-mail. */
@Controller()
export class ContactController {
  constructor(private readonly contacts: ContactChangeService) {}

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
  async checkCode(
    @Input() input: EndpointParams<typeof calls.checkCode>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.contacts.confirmCurrent(caller, contactKinds[input.type], input.code);
    return null;
  }

  @Route(calls.saveMobile)
  async saveMobile(
    @Input() { mobile, ...input }: EndpointParams<typeof calls.saveMobile>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.contacts.save(caller, 'mobile', { ...input, target: mobile });
    return null;
  }

  @Route(calls.saveEmail)
  async saveEmail(
    @Input() { email, ...input }: EndpointParams<typeof calls.saveEmail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.contacts.save(caller, 'email', { ...input, target: email });
    return null;
  }
}
