import { Injectable } from '@nestjs/common';
import { publicConfigs, type CopyrightTexts, type PublicConfigs } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { definedOf } from '../../../platform/defined-of.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import {
  defineSetting,
  type SettingDefinition,
} from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { BrandingNotAllowedError, LogoFormatError } from './branding.errors.js';
import { mayBrand } from './branding.policy.js';
import { boxes, drawLogo, type PictureBox } from './logo-image.js';

const noRegistration = {
  policeRegistrationIcon: '',
  policeRegistrationNumber: '',
  domainNameRegistrationNumber: '',
};

/** What the footer of the login page says. */
const texts = defineSetting({
  key: 'operations.branding',
  schema: publicConfigs.pick({ copyrightInfo: true }),
  initial: () => ({
    copyrightInfo: {
      cn: { copyright: '云枢 ClusterDesk', ...noRegistration },
      en: { copyright: 'ClusterDesk', ...noRegistration },
    },
  }),
});

/** The uploaded logo, a PNG in base64; empty: the built-in one. No secret, but nothing to be read in the log. */
const logo = defineSetting({
  key: 'operations.logo',
  schema: z.string(),
  initial: () => '',
  isSecret: true,
});

/** The icon before the police record number, likewise; empty: none. */
const policeIcon = defineSetting({
  key: 'operations.policeIcon',
  schema: z.string(),
  initial: () => '',
  isSecret: true,
});

const addressOf = (png: string): string => png && `data:image/png;base64,${png}`;

const topic = { topic: 'branding' } as const;

/** Copyright, record numbers and logo: what the platform shows of its operator, to everybody. */
@Injectable()
export class Branding {
  constructor(
    private readonly settings: Settings,
    private readonly dataSource: DataSource,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
  ) {}

  async get(): Promise<Pick<PublicConfigs, 'copyrightInfo' | 'logoBase64Images'>> {
    const { copyrightInfo } = await this.settings.get(texts);
    const policeRegistrationIcon = addressOf(await this.settings.get(policeIcon));
    return {
      copyrightInfo: {
        cn: { ...copyrightInfo.cn, policeRegistrationIcon },
        en: { ...copyrightInfo.en, policeRegistrationIcon },
      },
      logoBase64Images: addressOf(await this.settings.get(logo)),
    };
  }

  /** @param given a text is the copyright of both languages; otherwise what is absent stays. @throws DomainError 403 */
  async saveTexts(caller: Principal, given: string | CopyrightTexts): Promise<void> {
    assertMayBrand(caller);
    const inBoth = { copyright: given };
    const { cn = {}, en = {} } = typeof given === 'string' ? { cn: inBoth, en: inBoth } : given;
    const { copyrightInfo } = await this.settings.get(texts);
    await this.store(texts, {
      copyrightInfo: {
        cn: { ...copyrightInfo.cn, ...definedOf(cn) },
        en: { ...copyrightInfo.en, ...definedOf(en) },
      },
    });
  }

  /** @throws DomainError 403, or 400 for what is no picture that is taken; the logo stays then */
  saveLogo(caller: Principal, content: Buffer | undefined): Promise<void> {
    return this.savePicture(caller, logo, content, boxes.logo);
  }

  /** @throws DomainError 403 */
  async removeLogo(caller: Principal): Promise<void> {
    assertMayBrand(caller);
    await this.store(logo, '');
  }

  /** One for both languages. @throws DomainError 403, or 400 for what is no picture that is taken; the icon stays then */
  savePoliceIcon(caller: Principal, content: Buffer | undefined): Promise<void> {
    return this.savePicture(caller, policeIcon, content, boxes.icon);
  }

  /** @throws DomainError 403 */
  async removePoliceIcon(caller: Principal): Promise<void> {
    assertMayBrand(caller);
    await this.store(policeIcon, '');
  }

  private async savePicture(
    caller: Principal,
    setting: typeof logo,
    content: Buffer | undefined,
    box: PictureBox,
  ): Promise<void> {
    assertMayBrand(caller);
    if (!content?.length) {
      throw new LogoFormatError();
    }
    await this.store(setting, (await drawLogo(content, box)).toString('base64'));
  }

  private async store<Schema extends z.ZodType>(
    setting: SettingDefinition<Schema>,
    value: z.input<Schema>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.settings.set(setting, value, manager);
      this.afterCommit.run(manager, () =>
        this.realtime.publish('brandingChanged', audience.topic(topic)),
      );
    });
  }
}

function assertMayBrand(caller: Principal): void {
  if (!mayBrand(caller)) {
    throw new BrandingNotAllowedError();
  }
}
