import { Injectable } from '@nestjs/common';
import type { LicenceInfo } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { Installation } from '../../../platform/settings/installation.service.js';
import { version } from '../../../platform/version.js';
import { UpgradeNews } from '../upgrade/upgrade-news.service.js';
import { readLicence, type Licence, type ReadLicence } from './licence-document.js';
import type { StoredLicence } from './stored-licence.js';
import {
  LicenceExpiredError,
  LicenceMissingError,
  LicenceOlderError,
  LicenceWithoutKeyError,
} from './licence.errors.js';
import { mayManageLicence } from './licence.policy.js';
import { toLicenceInfo } from './licence.presenter.js';
import { LicenceRepository } from './licence.repository.js';

/** The licence of this installation. It is told, and turns nothing on or off. */
@Injectable()
export class LicenceService {
  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly repository: LicenceRepository,
    private readonly installation: Installation,
    private readonly news: UpgradeNews,
    private readonly audit: AuditTrail,
  ) {}

  async getInfo(caller: Principal): Promise<LicenceInfo> {
    const mayManage = mayManageLicence(caller);
    return toLicenceInfo({
      stored: await this.findStored(),
      news: await this.news.current(),
      canActivate: this.config.licenceKey !== undefined,
      managed: mayManage
        ? {
            machine: await this.installation.fingerprint(),
            use: await this.repository.countUse(),
          }
        : null,
      language: caller.language,
      timeZone: this.config.timeZone,
      now: new Date(),
    });
  }

  /** What a licence for this installation is made from. It names no host, address or person. */
  async exportMachine(): Promise<Record<string, unknown>> {
    const { users, nodes } = await this.repository.countUse();
    return {
      format: 'clusterdesk-machine',
      version: 1,
      machine: await this.installation.fingerprint(),
      platformVersion: version,
      users,
      nodes,
      exported: new Date().toISOString(),
    };
  }

  /** Takes a licence in the place of the one there was. @throws DomainError for any that does not count; the old one stays */
  async activate(content: Buffer | undefined): Promise<Licence> {
    if (!content?.length) {
      throw new LicenceMissingError();
    }
    const { licence, fault } = await this.read(content);
    if (fault) {
      throw fault;
    }
    await this.dataSource.transaction(async (manager) => {
      const before = await this.describe(await this.repository.find(manager));
      if (before.licence && Date.parse(licence.issued) < Date.parse(before.licence.issued)) {
        throw new LicenceOlderError();
      }
      await this.repository.save(manager, content.toString('utf8'));
      const { id, licensee, expires, limits } = licence;
      await this.audit.record(manager, {
        target: { type: 'licence', id, name: licensee },
        details: {
          before: before.licence && { id: before.licence.id, expires: before.licence.expires },
          after: { id, expires, ...limits },
        },
      });
    });
    return licence;
  }

  /** The licence there is, held against what holds now. */
  async findStored(): Promise<StoredLicence> {
    return this.describe(await this.repository.find());
  }

  private async describe(document: string | null): Promise<StoredLicence> {
    if (document === null) {
      return { document, licence: null, state: 'none', fault: null };
    }
    try {
      const { licence, fault } = await this.read(Buffer.from(document));
      const state = fault instanceof LicenceExpiredError ? 'expired' : 'invalid';
      return { document, licence, state: fault ? state : 'active', fault };
    } catch (error) {
      if (error instanceof DomainError) {
        return { document, licence: null, state: 'invalid', fault: error };
      }
      throw error;
    }
  }

  private async read(content: Buffer): Promise<ReadLicence> {
    const key = this.config.licenceKey;
    if (!key) {
      throw new LicenceWithoutKeyError();
    }
    return readLicence(content, {
      key,
      machine: await this.installation.fingerprint(),
      now: new Date(),
    });
  }
}
