import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type ApplicationFile,
  type ApplicationRow,
  type EndpointParams,
  type EndpointResult,
  type PackageState,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { goneSignal } from '../../platform/http/gone-signal.js';
import { DownloadRequests } from './requesting/download-requests.service.js';
import { ApplicationReview } from './deciding/application-review.service.js';
import { ApplicationListService } from './listing/application-list.service.js';

const { approvals } = endpoints;

/** Applications for downloads. */
@Controller()
export class ApprovalController {
  constructor(
    private readonly applying: DownloadRequests,
    private readonly deciding: ApplicationReview,
    private readonly lists: ApplicationListService,
  ) {}

  @Route(approvals.add)
  add(
    @Input() { project, paths, reason }: EndpointParams<typeof approvals.add>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<ApplicationRow> {
    return this.applying.add(caller, project.id, paths, reason, goneSignal(request));
  }

  @Route(approvals.list)
  list(
    @Input() input: EndpointParams<typeof approvals.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: ApplicationRow[]; total: number }> {
    return this.lists.list(caller, input);
  }

  @Route(approvals.detail)
  detail(
    @Input() { id }: EndpointParams<typeof approvals.detail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointResult<typeof approvals.detail>> {
    return this.lists.getDetail(caller, id);
  }

  @Route(approvals.files)
  files(
    @Input() { id, ...page }: EndpointParams<typeof approvals.files>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<{ data: ApplicationFile[]; total: number }> {
    return this.lists.listFiles(caller, id, page, goneSignal(request));
  }

  @Route(approvals.checksum)
  async checksum(
    @Input() { id, path }: EndpointParams<typeof approvals.checksum>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<{ sha256: string }> {
    return { sha256: await this.lists.checksum(caller, id, path, goneSignal(request)) };
  }

  @Route(approvals.agree)
  agree(
    @Input() { id, status, reason }: EndpointParams<typeof approvals.agree>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<ApplicationRow> {
    return this.deciding.decide(caller, id, status === '1', reason, goneSignal(request));
  }

  @Route(approvals.revoke)
  revoke(
    @Input() { id, reason }: EndpointParams<typeof approvals.revoke>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ApplicationRow> {
    return this.deciding.revoke(caller, id, reason);
  }

  @Route(approvals.withdraw)
  withdraw(
    @Input() { id }: EndpointParams<typeof approvals.withdraw>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.applying.withdraw(caller, id);
  }

  @Route(approvals.download)
  download(
    @Input() input: EndpointParams<typeof approvals.download>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<string | PackageState> {
    return this.applying.download(caller, input.id, input.async, goneSignal(request));
  }
}
