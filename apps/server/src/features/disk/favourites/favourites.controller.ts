import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type FavouriteList } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Favourites } from '../../spaces/favourites/favourites.service.js';
import { toDiskItem } from '../../spaces/listing/disk-items.service.js';

const { favourites } = endpoints;

/** What the caller has marked in any space. */
@Controller()
export class FavouritesController {
  constructor(
    private readonly favourites: Favourites,
    private readonly config: Config,
  ) {}

  @Route(favourites.list)
  async list(
    @Input() _: EndpointParams<typeof favourites.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<FavouriteList> {
    const { timeZone } = this.config;
    const { entries, unseen } = await this.favourites.list(caller);
    return {
      entries: entries.map(({ ref, entry, markedAt }) => ({
        ...toDiskItem(entry, timeZone),
        space: ref,
        markedAt: wireTime(markedAt, timeZone),
      })),
      unseen,
    };
  }

  @Route(favourites.paths)
  paths(
    @Input() input: EndpointParams<typeof favourites.paths>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string[]> {
    return this.favourites.pathsIn(caller, input.space);
  }

  @Route(favourites.mark)
  async mark(
    @Input() { space, paths, isFavourite }: EndpointParams<typeof favourites.mark>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await (isFavourite
      ? this.favourites.mark(caller, space, paths)
      : this.favourites.unmark(caller, space, paths));
  }

  @Route(favourites.forgetUnseen)
  forgetUnseen(
    @Input() _: EndpointParams<typeof favourites.forgetUnseen>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<number> {
    return this.favourites.forgetUnseen(caller);
  }
}
