import { Controller } from '@nestjs/common';
import {
  endpoints,
  type DiskItem,
  type EndpointParams,
  type HiddenEntry,
} from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { SpaceEditing } from '../../spaces/editing/space-editing.service.js';
import { toDiskItem } from '../../spaces/listing/disk-items.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { filterFor } from '../../spaces/space.js';
import { toHiddenEntry } from './hidden-entry.presenter.js';

const { hiddenEntries } = endpoints;

/** Entries of any space that listings cannot show. */
@Controller()
export class HiddenEntriesController {
  constructor(
    private readonly access: SpaceAccess,
    private readonly editing: SpaceEditing,
    private readonly config: Config,
  ) {}

  @Route(hiddenEntries.list)
  async list(
    @Input() { space: ref, path }: EndpointParams<typeof hiddenEntries.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<HiddenEntry[]> {
    const space = await this.access.openFor(caller, ref, 'view', [path]);
    const entries = await space.files.listHidden(path, filterFor(space, 'view'));
    return entries.map(toHiddenEntry).sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  @Route(hiddenEntries.rename)
  async rename(
    @Input() input: EndpointParams<typeof hiddenEntries.rename>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem> {
    const { space: ref, path, raw, newName } = input;
    const space = await this.access.open(caller, ref);
    const rawName = Buffer.from(raw, 'hex');
    const entry = await this.editing.renameHidden(space, caller, path, rawName, newName);
    return toDiskItem(entry, this.config.timeZone);
  }
}
