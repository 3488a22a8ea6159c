import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  limits,
  type DiskItem,
  type EndpointParams,
  type FolderMeasure,
  type FolderSummary,
  type RecentFile,
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
import { SpaceDetails } from '../spaces/details/space-details.service.js';
import { SpaceEditing } from '../spaces/editing/space-editing.service.js';
import { SpaceReading } from '../spaces/listing/space-reading.service.js';
import { RecentFiles } from '../spaces/recent/recent-files.service.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { wireTime } from '../../platform/http/time/wire-time.js';
import { DiskSpaceProvider, type DiskSpace } from './disk-space-provider.service.js';

const { disk } = endpoints;

/** The calls for the user's own files. */
@Controller()
export class DiskController {
  constructor(
    private readonly home: DiskSpaceProvider,
    private readonly access: SpaceAccess,
    private readonly reading: SpaceReading,
    private readonly editing: SpaceEditing,
    private readonly details: SpaceDetails,
    private readonly recent: RecentFiles,
    private readonly items: DiskItems,
    private readonly config: Config,
  ) {}

  @Route(disk.list)
  async list(
    @Input() input: EndpointParams<typeof disk.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem[] | EnvelopeResult<DiskItem[]>> {
    const { path, ...options } = input;
    const space = await this.open(caller);
    return this.items.presentListing(await this.reading.list(caller, space, path, options));
  }

  @Route(disk.summary)
  async summary(
    @Input() input: EndpointParams<typeof disk.summary>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<FolderSummary> {
    return this.reading.count(caller, await this.open(caller), input.path);
  }

  @Route(disk.find)
  async find(
    @Input() input: EndpointParams<typeof disk.find>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<DiskItem[] | EnvelopeResult<DiskItem[]>> {
    const signal = goneSignal(request);
    const space = await this.open(caller);
    const { entries, cutBy } = await this.reading.find(space, input.key, input.path, { signal });
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
    const options = { ...wanted, signal: goneSignal(request) };
    const found = await this.reading.find(await this.open(caller), key, path, options);
    return { ...found, path, entries: await this.items.present(found.entries) };
  }

  @Route(disk.mkdir)
  async mkdir(
    @Input() input: EndpointParams<typeof disk.mkdir>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem> {
    const entry = await this.editing.mkdir(await this.open(caller), caller, input.path);
    return toDiskItem(entry, this.config.timeZone);
  }

  @Route(disk.mkdirs)
  async mkdirs(
    @Input() input: EndpointParams<typeof disk.mkdirs>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<void> {
    const gone = goneSignal(request);
    await this.editing.mkdirs(await this.open(caller), caller, input.paths, gone);
  }

  @Route(disk.rename)
  async rename(
    @Input() input: EndpointParams<typeof disk.rename>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem> {
    const space = await this.open(caller);
    const entry = await this.editing.rename(space, caller, input.path, input.newPath);
    return toDiskItem(entry, this.config.timeZone);
  }

  @Route(disk.remove)
  async remove(
    @Input() input: EndpointParams<typeof disk.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.editing.remove(await this.open(caller), caller, input.paths);
  }

  /** Whether a name is taken in a folder of a space, and the first free name like it. */
  @Route(disk.checkSameName)
  async checkSameName(
    @Input() input: EndpointParams<typeof disk.checkSameName>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ sameName: boolean; newName: string }> {
    const { projectId, path, fileName } = input;
    const ref: SpaceRef =
      projectId === undefined ? { space: 'disk' } : { space: 'project', spaceId: projectId };
    const { files } = await this.access.openFor(caller, ref, 'view', [path]);
    const newName = await files.freeName(path, fileName);
    return { sameName: newName !== fileName, newName };
  }

  @Route(disk.measure)
  async measure(
    @Input() input: EndpointParams<typeof disk.measure>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<FolderMeasure> {
    const gone = goneSignal(request);
    return this.details.measure(await this.open(caller), input.path, gone);
  }

  @Route(disk.checksum)
  async checksum(
    @Input() input: EndpointParams<typeof disk.checksum>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<{ sha256: string }> {
    const gone = goneSignal(request);
    return { sha256: await this.details.checksum(await this.open(caller), input.path, gone) };
  }

  /** The files that the user worked with last, in any space. */
  @Route(disk.recentFiles)
  async recentFiles(
    @Input() { size }: EndpointParams<typeof disk.recentFiles>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<RecentFile[]> {
    const { timeZone } = this.config;
    const files = await this.recent.list(caller, size);
    return files.map(({ ref, entry, usedAt }) => ({
      ...toDiskItem(entry, timeZone),
      space: ref,
      usedAt: wireTime(usedAt, timeZone),
    }));
  }

  private open(caller: Principal): Promise<DiskSpace> {
    return this.home.openWithoutQuota(caller);
  }
}

const cutSearch = {
  cn: `结果过多或搜索时间过长，仅显示前 ${limits.searchMaxHits} 项以内的结果，请缩小搜索范围`,
  en: `The search was cut: it shows at most ${limits.searchMaxHits} entries. Search in a smaller folder or for a longer name.`,
};
