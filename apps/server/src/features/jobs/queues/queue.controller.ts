import { Controller } from '@nestjs/common';
import {
  endpoints,
  type EndpointAnswer,
  type EndpointParams,
  type QueueInfo,
  type QueueLoad,
  type QueueOption,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { SlurmCluster } from '../backends/slurm/slurm-cluster.service.js';
import { QueueChanges } from './queue-changes.service.js';
import { QueueService } from './queue.service.js';

const calls = endpoints.jobs;

@Controller()
export class QueueController {
  constructor(
    private readonly queues: QueueService,
    private readonly changes: QueueChanges,
    private readonly slurm: SlurmCluster,
  ) {}

  @Route(calls.queueList)
  list(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<QueueOption[]> {
    return this.queues.list(caller);
  }

  @Route(calls.queueLoads)
  loads(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<QueueLoad[]> {
    return this.queues.listLoads(caller);
  }

  @Route(calls.queueInfo)
  info(
    @Input() input: EndpointParams<typeof calls.queueInfo>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<QueueInfo> {
    return this.queues.getInfo(caller, input.queueId);
  }

  @Route(calls.queueAdd)
  add(@Input() input: EndpointParams<typeof calls.queueAdd>): Promise<{ id: string }> {
    return this.changes.save(input);
  }

  @Route(calls.queueDelete)
  async delete(@Input() input: EndpointParams<typeof calls.queueDelete>): Promise<void> {
    await this.changes.remove(input);
  }

  @Route(calls.slurmList)
  slurmList(
    @Input() _: object,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.slurmList>> {
    return this.slurm.list(caller.language);
  }
}
