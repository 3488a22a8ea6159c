import { Controller } from '@nestjs/common';
import {
  endpoints,
  type CopyState,
  type EndpointParams,
  type SpaceRef,
} from '@clusterdesk/contracts';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { CopyService } from './copy.service.js';
import { MoveService, type Moved } from './move.service.js';
import { conflicts } from './upload-target.js';

const { copies } = endpoints;
const disk: SpaceRef = { space: 'disk' };

/** Copying and moving within one's own disk. */
@Controller()
export class CopyController {
  constructor(
    private readonly service: CopyService,
    private readonly moves: MoveService,
  ) {}

  @Handles(copies.copy)
  async copy(
    @Input() input: EndpointParams<typeof copies.copy>,
    @CurrentCaller() caller: Caller,
  ): Promise<CopyState> {
    const { paths, dir, operation } = input;
    const state = await this.service.request(caller, disk, paths, disk, dir, conflicts[operation]);
    return input.async ? state : this.service.waitFor(caller, state.copyId);
  }

  @Handles(copies.move)
  move(
    @Input() input: EndpointParams<typeof copies.move>,
    @CurrentCaller() caller: Caller,
  ): Promise<Moved[]> {
    return this.moves.move(caller, disk, input.paths, input.dir, conflicts[input.operation]);
  }

  @Handles(copies.state)
  state(
    @Input() input: EndpointParams<typeof copies.state>,
    @CurrentCaller() caller: Caller,
  ): Promise<CopyState> {
    return this.service.getState(caller, input.copyId);
  }

  @Handles(copies.cancel)
  async cancel(
    @Input() input: EndpointParams<typeof copies.cancel>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.service.cancel(caller, input.copyId);
    return null;
  }
}
