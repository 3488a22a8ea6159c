import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type TrashItem } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { toTrashItem } from '../disk.presenter.js';
import { TrashService } from './trash.service.js';

const { trash } = endpoints;

/** The calls of one's own trash. */
@Controller()
export class TrashController {
  constructor(
    private readonly service: TrashService,
    private readonly config: Config,
  ) {}

  @Route(trash.list)
  async list(
    @Input() input: EndpointParams<typeof trash.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: TrashItem[]; total: number }> {
    const { entries, total, keptDays } = await this.service.list(caller, input.pageNum, input.size);
    return {
      data: entries.map((entry) => toTrashItem(entry, keptDays, this.config.timeZone)),
      total,
    };
  }

  @Route(trash.restore)
  restore(
    @Input() input: EndpointParams<typeof trash.restore>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ id: string; path: string }[]> {
    return this.service.restore(caller, input.ids);
  }

  @Route(trash.purge)
  async purge(
    @Input() input: EndpointParams<typeof trash.purge>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.service.purge(caller, input.ids);
    return null;
  }

  @Route(trash.empty)
  async empty(
    @Input() _input: EndpointParams<typeof trash.empty>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.service.empty(caller);
    return null;
  }
}
