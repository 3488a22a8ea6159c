import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type ComputeNode,
  type DesktopNode,
  type EndpointParams,
  type Enrolment,
  type OwnDesktop,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { ComputeNodes } from './compute-nodes.service.js';
import { Desktops } from './desktops.service.js';
import { NodeAdmin } from './node-admin.service.js';
import { PlatformAddress } from './platform-address.service.js';

const { desktops, calculations } = endpoints;

interface Saved {
  id: string;
  enrolment: Enrolment | null;
}

/** Desktop nodes and compute nodes. */
@Controller()
export class NodesController {
  constructor(
    private readonly desktops: Desktops,
    private readonly computeNodes: ComputeNodes,
    private readonly admin: NodeAdmin,
    private readonly address: PlatformAddress,
  ) {}

  @Route(desktops.list)
  listDesktops(@Input() { search }: EndpointParams<typeof desktops.list>): Promise<DesktopNode[]> {
    return this.desktops.list(search ?? '');
  }

  @Route(desktops.add)
  async saveDesktop(
    @Input() input: EndpointParams<typeof desktops.add>,
    @Req() request: Request,
    @CurrentPrincipal() caller: Principal,
  ): Promise<Saved> {
    return this.desktops.save(caller, input, await this.address.reachFor(request));
  }

  @Route(desktops.remove)
  removeDesktop(@Input() { id }: EndpointParams<typeof desktops.remove>): Promise<void> {
    return this.admin.remove('desktop', id);
  }

  @Route(desktops.info)
  getDesktop(@Input() { desktopId }: EndpointParams<typeof desktops.info>): Promise<DesktopNode> {
    return this.desktops.get(desktopId);
  }

  @Route(desktops.enrol)
  async enrolDesktop(
    @Input() { id }: EndpointParams<typeof desktops.enrol>,
    @Req() request: Request,
  ): Promise<Enrolment> {
    return this.admin.enrol('desktop', id, await this.address.reachFor(request));
  }

  @Route(desktops.revoke)
  revokeDesktop(@Input() { id }: EndpointParams<typeof desktops.revoke>): Promise<void> {
    return this.admin.revoke('desktop', id);
  }

  @Route(desktops.mine)
  listOwnDesktops(
    @Input() _input: EndpointParams<typeof desktops.mine>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<OwnDesktop[]> {
    return this.desktops.listOwn(caller);
  }

  @Route(calculations.list)
  listComputeNodes(
    @Input() { calculationName }: EndpointParams<typeof calculations.list>,
    @CurrentPrincipal() { language }: Principal,
  ): Promise<ComputeNode[]> {
    return this.computeNodes.list(calculationName ?? '', language);
  }

  @Route(calculations.add)
  async saveComputeNode(
    @Input() input: EndpointParams<typeof calculations.add>,
    @Req() request: Request,
  ): Promise<Saved> {
    return this.computeNodes.save(input, await this.address.reachFor(request));
  }

  @Route(calculations.remove)
  removeComputeNode(@Input() { id }: EndpointParams<typeof calculations.remove>): Promise<void> {
    return this.admin.remove('compute', id);
  }

  @Route(calculations.hold)
  holdComputeNode(
    @Input() { id, isHeld }: EndpointParams<typeof calculations.hold>,
  ): Promise<void> {
    return this.computeNodes.hold(id, isHeld);
  }

  @Route(calculations.info)
  getComputeNode(
    @Input() { calculationId }: EndpointParams<typeof calculations.info>,
    @CurrentPrincipal() { language }: Principal,
  ): Promise<ComputeNode> {
    return this.computeNodes.get(calculationId, language);
  }

  @Route(calculations.findName)
  findName(
    @Input() { calculationName, id }: EndpointParams<typeof calculations.findName>,
  ): Promise<void> {
    return this.computeNodes.checkName(calculationName, id);
  }

  @Route(calculations.enrol)
  async enrolComputeNode(
    @Input() { id }: EndpointParams<typeof calculations.enrol>,
    @Req() request: Request,
  ): Promise<Enrolment> {
    return this.admin.enrol('compute', id, await this.address.reachFor(request));
  }

  @Route(calculations.revoke)
  revokeComputeNode(@Input() { id }: EndpointParams<typeof calculations.revoke>): Promise<void> {
    return this.admin.revoke('compute', id);
  }
}
