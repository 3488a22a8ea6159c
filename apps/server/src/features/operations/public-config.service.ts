import { Injectable } from '@nestjs/common';
import { languages, type PlatformInfo, type PublicConfigs } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import { defaultLanguage } from '../../platform/http/language.js';
import { PlatformBuild } from '../../platform/http/serving/platform-build.service.js';
import { MailAndSms } from '../../platform/messages/mail-and-sms.service.js';
import { PasswordService } from '../users/passwords/password.service.js';
import { version } from '../../platform/version.js';
import { Branding } from './branding/branding.service.js';

/** What anyone may know of this installation (spec part 1 §7, contract: Sign-in). */
@Injectable()
export class PublicConfigService {
  constructor(
    private readonly branding: Branding,
    private readonly passwords: PasswordService,
    private readonly build: PlatformBuild,
    private readonly messages: MailAndSms,
    private readonly config: Config,
  ) {}

  async get(): Promise<PublicConfigs> {
    return {
      ...(await this.branding.get()),
      publicKey: await this.passwords.publicKey(),
      version,
      languageDefault: defaultLanguage,
    };
  }

  async info(): Promise<PlatformInfo> {
    const [hasMail, hasSms] = await Promise.all([this.messages.canMail(), this.messages.canSms()]);
    return {
      buildId: this.build.id,
      version,
      timeZone: this.config.timeZone,
      hasMail,
      hasSms,
      languages: [...languages],
    };
  }
}
