import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type SettingRow } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { SettingsPage } from './settings-page.service.js';
import { TestMessages } from './test-messages.service.js';

const { settings } = endpoints;

@Controller()
export class SettingsController {
  constructor(
    private readonly page: SettingsPage,
    private readonly tests: TestMessages,
  ) {}

  @Route(settings.list)
  list(): Promise<SettingRow[]> {
    return this.page.list();
  }

  @Route(settings.save)
  async save(
    @Input() { changes }: EndpointParams<typeof settings.save>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.page.save(caller, changes);
  }

  @Route(settings.testMail)
  async testMail(
    @Input() { email }: EndpointParams<typeof settings.testMail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.tests.sendMail(caller, email);
  }

  @Route(settings.testSms)
  async testSms(
    @Input() { mobile }: EndpointParams<typeof settings.testSms>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.tests.sendSms(caller, mobile);
  }
}
