import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type EndpointResult,
  type PackageState,
  type ShareRow,
  type ShareVisit,
  type UserOption,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { goneSignal } from '../../platform/http/gone-signal.js';
import { ShareLinks } from './links/share-links.service.js';
import { ShareListService } from './listing/share-list.service.js';
import { ShareLeavingService } from './sharing/share-leaving.service.js';
import { SharingService } from './sharing/sharing.service.js';
import { ShareVisits } from './visits/share-visits.service.js';

const { shares } = endpoints;

/** Shares themselves; `ShareFilesController` serves their contents. */
@Controller()
export class ShareController {
  constructor(
    private readonly lists: ShareListService,
    private readonly sharing: SharingService,
    private readonly leaving: ShareLeavingService,
    private readonly links: ShareLinks,
    private readonly visitors: ShareVisits,
  ) {}

  @Route(shares.list)
  list(
    @Input() input: EndpointParams<typeof shares.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ShareRow[]> {
    return this.lists.list(caller, input);
  }

  @Route(shares.page)
  page(
    @Input() input: EndpointParams<typeof shares.page>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: ShareRow[]; total: number }> {
    return this.lists.page(caller, input);
  }

  @Route(shares.detail)
  detail(
    @Input() input: EndpointParams<typeof shares.detail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ShareRow> {
    return this.lists.get(caller, input.id);
  }

  @Route(shares.containing)
  containing(
    @Input() input: EndpointParams<typeof shares.containing>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointResult<typeof shares.containing>> {
    return this.lists.listContaining(caller, input.path);
  }

  @Route(shares.recentReceivers)
  recentReceivers(
    @Input() _: EndpointParams<typeof shares.recentReceivers>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<UserOption[]> {
    return this.lists.listRecentReceivers(caller);
  }

  @Route(shares.add)
  add(
    @Input() input: EndpointParams<typeof shares.add>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ShareRow> {
    return this.sharing.add(caller, input);
  }

  @Route(shares.edit)
  edit(
    @Input() input: EndpointParams<typeof shares.edit>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ShareRow> {
    return this.sharing.edit(caller, input);
  }

  @Route(shares.remove)
  remove(
    @Input() input: EndpointParams<typeof shares.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.leaving.remove(caller, input.id);
  }

  @Route(shares.leave)
  leave(
    @Input() input: EndpointParams<typeof shares.leave>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.leaving.leave(caller, input.id);
  }

  @Route(shares.visits)
  visits(
    @Input() input: EndpointParams<typeof shares.visits>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: ShareVisit[]; total: number }> {
    return this.visitors.list(caller, input);
  }

  @Route(shares.redeem)
  redeem(
    @Input() input: EndpointParams<typeof shares.redeem>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ShareRow> {
    return this.links.redeem(caller, input.id, input.password);
  }

  @Route(shares.redeemDownload)
  async redeemDownload(
    @Input() input: EndpointParams<typeof shares.redeemDownload>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<string | PackageState | null | EnvelopeResult<null>> {
    const { answer, reason } = await this.links.redeemDownload(caller, input, {
      isAsync: input.async,
      signal: goneSignal(request),
    });
    return reason ? withMessage(null, reason) : answer;
  }
}
