import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type CopyState,
  type EndpointParams,
  type SpaceRef,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { CopyService } from '../../copies/copy.service.js';
import { MoveService, type Moved } from '../../copies/move.service.js';
import { UnzipService } from '../../copies/unzip/unzip.service.js';
import { conflicts } from '../../spaces/conflicts.js';
import { projectRef } from '../space/project-ref.js';

const { projectFiles } = endpoints;
const disk: SpaceRef = { space: 'disk' };

/** What is asked of a copy, whichever call asks it. */
interface CopyRequest {
  paths: string[];
  dir: string;
  operation: keyof typeof conflicts;
  async: boolean;
}

/** Copies into, within and out of projects; both spaces decide what may be read and written. */
@Controller()
export class ProjectCopiesController {
  constructor(
    private readonly copies: CopyService,
    private readonly moves: MoveService,
    private readonly unzips: UnzipService,
  ) {}

  @Route(projectFiles.move)
  move(
    @Input() input: EndpointParams<typeof projectFiles.move>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<Moved[]> {
    const { projectId, paths, dir, operation } = input;
    return this.moves.move(caller, projectRef(projectId), paths, dir, conflicts[operation]);
  }

  @Route(projectFiles.copy)
  copy(
    @Input() { projectId, ...input }: EndpointParams<typeof projectFiles.copy>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    return this.begin(caller, projectRef(projectId), projectRef(projectId), input, request);
  }

  @Route(projectFiles.unzip)
  async unzip(
    @Input() { projectId, path, async: isAsync }: EndpointParams<typeof projectFiles.unzip>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    const gone = goneSignal(request);
    const state = await this.unzips.request(caller, projectRef(projectId), path, gone);
    return isAsync ? state : this.copies.waitFor(caller, state.copyId, gone);
  }

  @Route(projectFiles.importFromDisk)
  importFromDisk(
    @Input() input: EndpointParams<typeof projectFiles.importFromDisk>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    const { projectId, fileList: paths, toPath: dir, ...rest } = input;
    return this.begin(caller, disk, projectRef(projectId), { paths, dir, ...rest }, request);
  }

  @Route(projectFiles.saveFromDisk)
  saveFromDisk(
    @Input() { projectId, ...input }: EndpointParams<typeof projectFiles.saveFromDisk>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    return this.begin(caller, disk, projectRef(projectId), input, request);
  }

  @Route(projectFiles.saveToDisk)
  saveToDisk(
    @Input() { projectId, ...input }: EndpointParams<typeof projectFiles.saveToDisk>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    return this.begin(caller, projectRef(projectId), disk, input, request);
  }

  private async begin(
    caller: Principal,
    from: SpaceRef,
    to: SpaceRef,
    { paths, dir, operation, async: isAsync }: CopyRequest,
    request: Request,
  ): Promise<CopyState> {
    const gone = goneSignal(request);
    const conflict = conflicts[operation];
    const state = await this.copies.request(caller, from, paths, to, dir, conflict, gone);
    return isAsync ? state : this.copies.waitFor(caller, state.copyId, gone);
  }
}
