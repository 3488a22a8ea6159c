import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type CopyState,
  type EndpointParams,
  type SpaceRef,
} from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import type { Request } from 'express';
import { goneSignal } from '../../platform/http/gone-signal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { CopyRetries } from './copy-retries.service.js';
import { CopyService } from './copy.service.js';
import { MoveService, type Moved } from './move.service.js';
import { EntryTaskRequests } from './entry-tasks/entry-task-requests.service.js';
import { UnzipService } from './unzip/unzip.service.js';
import { conflicts } from '../spaces/conflicts.js';

const { copies } = endpoints;
const disk: SpaceRef = { space: 'disk' };

/** Copies and moves within the user's own disk, and the user's tasks in any space. */
@Controller()
export class CopyController {
  constructor(
    private readonly service: CopyService,
    private readonly moves: MoveService,
    private readonly unzips: UnzipService,
    private readonly retries: CopyRetries,
    private readonly entryTasks: EntryTaskRequests,
  ) {}

  @Route(copies.copy)
  async copy(
    @Input() input: EndpointParams<typeof copies.copy>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    const { paths, dir, operation } = input;
    const gone = goneSignal(request);
    const state = await this.service.request(
      caller,
      disk,
      paths,
      disk,
      dir,
      conflicts[operation],
      gone,
    );
    return input.async ? state : this.service.waitFor(caller, state.copyId, gone);
  }

  @Route(copies.move)
  move(
    @Input() input: EndpointParams<typeof copies.move>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<Moved[]> {
    return this.moves.move(caller, disk, input.paths, input.dir, conflicts[input.operation]);
  }

  @Route(copies.unzip)
  async unzip(
    @Input() input: EndpointParams<typeof copies.unzip>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    const gone = goneSignal(request);
    const state = await this.unzips.request(caller, disk, input.path, gone);
    return input.async ? state : this.service.waitFor(caller, state.copyId, gone);
  }

  @Route(copies.begin)
  begin(
    @Input() { space, task }: EndpointParams<typeof copies.begin>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<CopyState> {
    return this.entryTasks.request(caller, space, task);
  }

  @Route(copies.state)
  state(
    @Input() input: EndpointParams<typeof copies.state>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<CopyState> {
    return this.service.getState(caller, input.copyId);
  }

  @Route(copies.list)
  list(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<CopyState[]> {
    return this.service.list(caller);
  }

  @Route(copies.clear)
  clear(
    @Input() input: EndpointParams<typeof copies.clear>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.service.clear(caller, input.copyIds);
  }

  @Route(copies.retry)
  retry(
    @Input() input: EndpointParams<typeof copies.retry>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<CopyState> {
    return this.retries.retry(caller, input.copyId, goneSignal(request));
  }

  @Route(copies.cancel)
  cancel(
    @Input() input: EndpointParams<typeof copies.cancel>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.service.cancel(caller, input.copyId);
  }
}
