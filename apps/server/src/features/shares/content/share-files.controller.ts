import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type CopyState,
  type DiskItem,
  type EndpointParams,
  type FolderSummary,
  type PackageState,
  type SearchResult,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import type { EnvelopeResult } from '../../../platform/http/envelope/with-message.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { conflicts } from '../../spaces/conflicts.js';
import { DiskItems } from '../../spaces/listing/disk-items.service.js';
import { DownloadService } from '../../downloads/download.service.js';
import { ShareContents } from './share-contents.service.js';
import { ShareSaving } from './share-saving.service.js';

const { shares } = endpoints;

/** The files in shares: listing, downloading and saving them. */
@Controller()
export class ShareFilesController {
  constructor(
    private readonly contents: ShareContents,
    private readonly downloads: DownloadService,
    private readonly saving: ShareSaving,
    private readonly items: DiskItems,
  ) {}

  @Route(shares.files)
  async files(
    @Input() input: EndpointParams<typeof shares.files>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskItem[] | EnvelopeResult<DiskItem[]>> {
    const { id, path, ...options } = input;
    return this.items.presentListing(await this.contents.list(caller, id, path, options));
  }

  @Route(shares.filesSummary)
  filesSummary(
    @Input() { id, path }: EndpointParams<typeof shares.filesSummary>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<FolderSummary> {
    return this.contents.count(caller, id, path);
  }

  @Route(shares.search)
  async search(
    @Input() input: EndpointParams<typeof shares.search>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<SearchResult> {
    const { id, key, path, ...wanted } = input;
    const signal = goneSignal(request);
    const found = await this.contents.find(caller, id, key, path, { ...wanted, signal });
    return { ...found, path, entries: await this.items.present(found.entries) };
  }

  @Route(shares.getDownloadPath)
  getDownloadPath(
    @Input() input: EndpointParams<typeof shares.getDownloadPath>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<string | PackageState> {
    const ref = { space: 'share', spaceId: input.id } as const;
    return this.downloads.request(caller, ref, input.paths, {
      isAsync: input.async,
      signal: goneSignal(request),
    });
  }

  @Route(shares.getPreviewPath)
  getPreviewPath(
    @Input() { id, path }: EndpointParams<typeof shares.getPreviewPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.downloads.requestPreview(caller, { space: 'share', spaceId: id }, path);
  }

  @Route(shares.saveToMe)
  async saveToMe(
    @Input() input: EndpointParams<typeof shares.saveToMe>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState[]> {
    const { items, dir, operation } = input;
    const gone = goneSignal(request);
    const begun = await this.saving.save(caller, items, dir, conflicts[operation], gone);
    return input.async ? begun : this.saving.waitFor(caller, begun, gone);
  }
}
