import { Controller } from '@nestjs/common';
import {
  endpoints,
  type BackupRow,
  type EndpointAnswer,
  type EndpointParams,
} from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { BackupRequests } from './backup-requests.service.js';
import { BackupProofs } from './drill/backup-proofs.service.js';

const calls = endpoints.backups;

/** Taking backups and proving them. */
@Controller()
export class BackupTakingController {
  constructor(
    private readonly requests: BackupRequests,
    private readonly proofs: BackupProofs,
  ) {}

  @Route(calls.add)
  add(
    @Input() { withFiles }: EndpointParams<typeof calls.add>,
    @CurrentPrincipal() { userId, language }: Principal,
  ): Promise<BackupRow> {
    return this.requests.request('manual', withFiles, userId, language);
  }

  @Route(calls.cancel)
  async cancel(@Input() { id }: EndpointParams<typeof calls.cancel>): Promise<void> {
    await this.requests.cancel(id);
  }

  @Route(calls.prove)
  async prove(@Input() { id }: EndpointParams<typeof calls.prove>): Promise<void> {
    await this.proofs.ask(id);
  }

  @Route(calls.proofState)
  proofState(
    @Input() _: object,
    @CurrentPrincipal() { language }: Principal,
  ): Promise<EndpointAnswer<typeof calls.proofState>> {
    return this.proofs.describe(language);
  }

  @Route(calls.recovery)
  recovery(
    @Input() { id }: EndpointParams<typeof calls.recovery>,
  ): Promise<EndpointAnswer<typeof calls.recovery>> {
    return this.proofs.describeRecovery(id);
  }
}
