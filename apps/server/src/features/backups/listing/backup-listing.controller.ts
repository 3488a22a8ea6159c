import { Controller, Req, Res } from '@nestjs/common';
import {
  endpoints,
  type BackupPlanView,
  type BackupRow,
  type BackupStoreView,
  type EndpointParams,
  type EndpointResult,
  type RecoveryKit,
} from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { BackupExport } from '../export/backup-export.service.js';
import { BackupSchedule } from '../schedule/backup-schedule.service.js';
import { BackupFetcher } from '../store/backup-fetcher.service.js';
import { BackupStoreClient } from '../store/backup-store-client.service.js';
import { BackupList } from './backup-list.service.js';
import { RecoveryKits } from './recovery-kit.service.js';

const { backups, backupStores } = endpoints;

/** The backups that there are: listing, sending, deleting, and where they go by themselves. */
@Controller()
export class BackupListingController {
  constructor(
    private readonly backups: BackupList,
    private readonly exports: BackupExport,
    private readonly schedule: BackupSchedule,
    private readonly stores: BackupStoreClient,
    private readonly fetcher: BackupFetcher,
    private readonly kits: RecoveryKits,
  ) {}

  @Route(backups.list)
  list(
    @Input() input: EndpointParams<typeof backups.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointResult<typeof backups.list>> {
    return this.backups.list(caller, input);
  }

  @Route(backups.remove)
  remove(@Input() { id }: EndpointParams<typeof backups.remove>): Promise<void> {
    return this.backups.remove(id);
  }

  @Route(backupStores.export)
  async export(
    @Input() { id }: EndpointParams<typeof backupStores.export>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.exports.sendTo(caller, request, response, id);
  }

  @Route(backupStores.exportTicket)
  exportTicket(
    @Input() { id }: EndpointParams<typeof backupStores.exportTicket>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.exports.requestTicket(caller, id);
  }

  @Route(backupStores.fetchExport)
  async fetchExport(
    @Input() { ticket }: EndpointParams<typeof backupStores.fetchExport>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.exports.sendByTicket(request, response, ticket);
  }

  @Route(backupStores.plan)
  plan(): Promise<BackupPlanView> {
    return this.schedule.get();
  }

  @Route(backupStores.savePlan)
  savePlan(@Input() change: EndpointParams<typeof backupStores.savePlan>): Promise<BackupPlanView> {
    return this.schedule.save(change);
  }

  @Route(backupStores.store)
  store(): Promise<BackupStoreView | null> {
    return this.stores.find();
  }

  @Route(backupStores.saveStore)
  saveStore(
    @Input() change: EndpointParams<typeof backupStores.saveStore>,
  ): Promise<BackupStoreView> {
    return this.stores.save(change);
  }

  @Route(backupStores.testStore)
  testStore(
    @Input() change: EndpointParams<typeof backupStores.testStore>,
    @Req() request: Request,
  ): Promise<void> {
    return this.stores.test(change, goneSignal(request));
  }

  @Route(backupStores.removeStore)
  removeStore(): Promise<void> {
    return this.stores.clear();
  }

  @Route(backupStores.bringBack)
  bringBack(
    @Input() { id }: EndpointParams<typeof backupStores.bringBack>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BackupRow> {
    return this.fetcher.request(caller, id);
  }

  @Route(backupStores.recoveryKit)
  recoveryKit(): Promise<RecoveryKit> {
    return this.kits.get();
  }
}
