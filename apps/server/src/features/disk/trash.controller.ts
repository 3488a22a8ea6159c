import { Controller, Inject } from '@nestjs/common';
import { endpoints, type EndpointParams, type TrashItem } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { toTrashItem } from './disk.presenter.js';
import { TrashService } from './trash.service.js';

const { trash } = endpoints;

/** The calls of one's own trash. */
@Controller()
export class TrashController {
  constructor(
    private readonly service: TrashService,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Handles(trash.list)
  async list(
    @Input() input: EndpointParams<typeof trash.list>,
    @CurrentCaller() caller: Caller,
  ): Promise<{ data: TrashItem[]; total: number }> {
    const { entries, total, keptDays } = await this.service.list(caller, input.pageNum, input.size);
    return {
      data: entries.map((entry) => toTrashItem(entry, keptDays, this.config.timeZone)),
      total,
    };
  }

  @Handles(trash.restore)
  restore(
    @Input() input: EndpointParams<typeof trash.restore>,
    @CurrentCaller() caller: Caller,
  ): Promise<{ id: string; path: string }[]> {
    return this.service.restore(caller, input.ids);
  }

  @Handles(trash.purge)
  async purge(
    @Input() input: EndpointParams<typeof trash.purge>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.service.purge(caller, input.ids);
    return null;
  }

  @Handles(trash.empty)
  async empty(
    @Input() _input: EndpointParams<typeof trash.empty>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.service.empty(caller);
    return null;
  }
}
