import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type TrashItem } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { SpaceTrash } from '../../spaces/trash/space-trash.service.js';
import { toTrashItem } from '../../spaces/trash/trash-item.js';
import { DiskSpaceProvider, type DiskSpace } from '../disk-space-provider.service.js';

const { trash } = endpoints;

/** The calls for the user's own trash. */
@Controller()
export class TrashController {
  constructor(
    private readonly home: DiskSpaceProvider,
    private readonly service: SpaceTrash,
    private readonly config: Config,
  ) {}

  @Route(trash.list)
  async list(
    @Input() input: EndpointParams<typeof trash.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: TrashItem[]; total: number }> {
    const { entries, total, keptDays } = await this.service.list(
      await this.open(caller),
      input.pageNum,
      input.size,
    );
    return {
      data: entries.map((entry) => toTrashItem(entry, keptDays, this.config.timeZone)),
      total,
    };
  }

  @Route(trash.restore)
  async restore(
    @Input() input: EndpointParams<typeof trash.restore>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ id: string; path: string }[]> {
    return this.service.restore(await this.open(caller), caller, input.ids);
  }

  @Route(trash.purge)
  async purge(
    @Input() input: EndpointParams<typeof trash.purge>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.service.purge(await this.open(caller), caller, input.ids);
  }

  @Route(trash.empty)
  async empty(
    @Input() _input: EndpointParams<typeof trash.empty>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.service.empty(await this.open(caller), caller);
  }

  private open(caller: Principal): Promise<DiskSpace> {
    return this.home.openTrash(caller);
  }
}
