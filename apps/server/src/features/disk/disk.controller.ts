import { Controller, Inject } from '@nestjs/common';
import { endpoints, limits, type DiskItem, type EndpointParams } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Caller } from '../../platform/http/caller.js';
import { Turn } from '../../platform/file-space/sort-in-turns.js';
import type { SpaceEntry } from '../../platform/file-space/space-tree.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type Answer } from '../../platform/http/with-message.js';
import { toDiskItem } from './disk.presenter.js';
import { DiskService } from './disk.service.js';

const { disk } = endpoints;
/** After so many rows it is asked whether others should have a turn. */
const ROWS_PER_LOOK = 256;

/** The calls of the page of one's own files. */
@Controller()
export class DiskController {
  constructor(
    private readonly service: DiskService,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Handles(disk.list)
  async list(
    @Input() input: EndpointParams<typeof disk.list>,
    @CurrentCaller() caller: Caller,
  ): Promise<DiskItem[]> {
    const { path, ...options } = input;
    return this.present(await this.service.list(caller, path, options));
  }

  @Handles(disk.summary)
  summary(
    @Input() input: EndpointParams<typeof disk.summary>,
    @CurrentCaller() caller: Caller,
  ): Promise<{ total: number; folders: number }> {
    return this.service.summary(caller, input.path);
  }

  @Handles(disk.find)
  async find(
    @Input() input: EndpointParams<typeof disk.find>,
    @CurrentCaller() caller: Caller,
  ): Promise<DiskItem[] | Answer<DiskItem[]>> {
    const { entries, isCut } = await this.service.find(caller, input.key, input.path);
    const items = await this.present(entries);
    return isCut ? withMessage(items, cutSearch) : items;
  }

  @Handles(disk.mkdir)
  async mkdir(
    @Input() input: EndpointParams<typeof disk.mkdir>,
    @CurrentCaller() caller: Caller,
  ): Promise<DiskItem> {
    return toDiskItem(await this.service.mkdir(caller, input.path), this.config.timeZone);
  }

  @Handles(disk.mkdirs)
  async mkdirs(
    @Input() input: EndpointParams<typeof disk.mkdirs>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.service.mkdirs(caller, input.paths);
    return null;
  }

  @Handles(disk.rename)
  async rename(
    @Input() input: EndpointParams<typeof disk.rename>,
    @CurrentCaller() caller: Caller,
  ): Promise<DiskItem> {
    const entry = await this.service.rename(caller, input.path, input.newPath);
    return toDiskItem(entry, this.config.timeZone);
  }

  @Handles(disk.remove)
  async remove(
    @Input() input: EndpointParams<typeof disk.remove>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.service.remove(caller, input.paths);
    return null;
  }

  @Handles(disk.checkSameName)
  checkSameName(
    @Input() input: EndpointParams<typeof disk.checkSameName>,
    @CurrentCaller() caller: Caller,
  ): Promise<{ sameName: boolean; newName: string }> {
    return this.service.checkSameName(caller, input.path, input.fileName);
  }

  private async present(entries: readonly SpaceEntry[]): Promise<DiskItem[]> {
    const turn = new Turn();
    const items: DiskItem[] = [];
    for (const entry of entries) {
      items.push(toDiskItem(entry, this.config.timeZone));
      if (items.length % ROWS_PER_LOOK === 0) {
        await turn.rest();
      }
    }
    // Writing the JSON takes a turn of its own.
    await turn.rest();
    return items;
  }
}

const cutSearch = {
  cn: `结果过多或搜索时间过长，仅显示前 ${limits.searchMaxHits} 项以内的结果，请缩小搜索范围`,
  en: `The search was cut: it shows at most ${limits.searchMaxHits} entries. Search in a smaller folder or for a longer name.`,
};
