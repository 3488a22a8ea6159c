import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type Sentence } from '@clusterdesk/contracts';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type Answer } from '../../platform/http/with-message.js';
import { ContactChangeService, contactKinds } from './contact-change.service.js';

const calls = endpoints.users;

const sent: Sentence = { cn: '验证码已发送', en: 'The code is on its way' };

/** One's own mobile and e-mail. */
@Controller()
export class ContactController {
  constructor(private readonly contacts: ContactChangeService) {}

  @Handles(calls.sendMobileCode)
  async sendMobileCode(
    @Input() input: EndpointParams<typeof calls.sendMobileCode>,
    @CurrentCaller() caller: Caller,
  ): Promise<Answer<null>> {
    await this.contacts.sendCode(caller, 'mobile', input.mobile);
    return withMessage(null, sent);
  }

  @Handles(calls.sendEmailCode)
  async sendEmailCode(
    @Input() input: EndpointParams<typeof calls.sendEmailCode>,
    @CurrentCaller() caller: Caller,
  ): Promise<Answer<null>> {
    await this.contacts.sendCode(caller, 'email', input.email);
    return withMessage(null, sent);
  }

  @Handles(calls.checkCode)
  async checkCode(
    @Input() input: EndpointParams<typeof calls.checkCode>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.contacts.confirmCurrent(caller, contactKinds[input.type], input.code);
    return null;
  }

  @Handles(calls.saveMobile)
  async saveMobile(
    @Input() { mobile, ...input }: EndpointParams<typeof calls.saveMobile>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.contacts.save(caller, 'mobile', { ...input, target: mobile });
    return null;
  }

  @Handles(calls.saveEmail)
  async saveEmail(
    @Input() { email, ...input }: EndpointParams<typeof calls.saveEmail>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.contacts.save(caller, 'email', { ...input, target: email });
    return null;
  }
}
