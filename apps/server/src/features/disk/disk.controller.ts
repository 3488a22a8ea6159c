import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  limits,
  type DiskItem,
  type EndpointParams,
  type FolderSummary,
  type SearchResult,
  type SpaceRef,
} from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import type { Request } from 'express';
import { goneSignal } from '../../platform/http/gone-signal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../platform/http/envelope/with-message.js';
import { DiskItems, toDiskItem } from '../spaces/listing/disk-items.service.js';
import { DiskService } from './disk.service.js';

const { disk } = endpoints;

/** The calls of the page of one's own files. */
@Controller()
export class DiskController {
  constructor(
    private readonly service: DiskService,
    private readonly items: DiskItems,
    private readonly config: Config,
  ) {}

  @Route(disk.list)
  async list(
    @Input() input: EndpointParams<typeof disk.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem[] | EnvelopeResult<DiskItem[]>> {
    const { path, ...options } = input;
    return this.items.presentListing(await this.service.list(caller, path, options));
  }

  @Route(disk.summary)
  summary(
    @Input() input: EndpointParams<typeof disk.summary>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<FolderSummary> {
    return this.service.summary(caller, input.path);
  }

  @Route(disk.find)
  async find(
    @Input() input: EndpointParams<typeof disk.find>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<DiskItem[] | EnvelopeResult<DiskItem[]>> {
    const { entries, cutBy } = await this.service.find(caller, input.key, input.path, {
      signal: goneSignal(request),
    });
    const items = await this.items.present(entries);
    return cutBy === null ? items : withMessage(items, cutSearch);
  }

  @Route(disk.search)
  async search(
    @Input() input: EndpointParams<typeof disk.search>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<SearchResult> {
    const { key, path, ...wanted } = input;
    const found = await this.service.find(caller, key, path, {
      ...wanted,
      signal: goneSignal(request),
    });
    return { ...found, path, entries: await this.items.present(found.entries) };
  }

  @Route(disk.mkdir)
  async mkdir(
    @Input() input: EndpointParams<typeof disk.mkdir>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem> {
    return toDiskItem(await this.service.mkdir(caller, input.path), this.config.timeZone);
  }

  @Route(disk.mkdirs)
  async mkdirs(
    @Input() input: EndpointParams<typeof disk.mkdirs>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<null> {
    await this.service.mkdirs(caller, input.paths, goneSignal(request));
    return null;
  }

  @Route(disk.rename)
  async rename(
    @Input() input: EndpointParams<typeof disk.rename>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem> {
    const entry = await this.service.rename(caller, input.path, input.newPath);
    return toDiskItem(entry, this.config.timeZone);
  }

  @Route(disk.remove)
  async remove(
    @Input() input: EndpointParams<typeof disk.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.service.remove(caller, input.paths);
    return null;
  }

  @Route(disk.checkSameName)
  checkSameName(
    @Input() input: EndpointParams<typeof disk.checkSameName>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ sameName: boolean; newName: string }> {
    const { projectId, path, fileName } = input;
    const ref: SpaceRef =
      projectId === undefined ? { space: 'disk' } : { space: 'project', spaceId: projectId };
    return this.service.checkSameName(caller, ref, path, fileName);
  }
}

const cutSearch = {
  cn: `结果过多或搜索时间过长，仅显示前 ${limits.searchMaxHits} 项以内的结果，请缩小搜索范围`,
  en: `The search was cut: it shows at most ${limits.searchMaxHits} entries. Search in a smaller folder or for a longer name.`,
};
