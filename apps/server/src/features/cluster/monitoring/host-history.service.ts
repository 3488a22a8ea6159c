import { Injectable } from '@nestjs/common';
import {
  badReach,
  type BadlyReached,
  hostFiguresMs,
  limits,
  type EndpointParams,
  type endpoints,
  type HostFigures,
  type HostHistory,
} from '@clusterdesk/contracts';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { NodeNotFoundError } from '../node.errors.js';
import { NodeRepository } from '../node.repository.js';
import { DiskHealthRepository, type NodeDiskHealth } from './disk-health.repository.js';
import { FigureRepository, type NodeFigures } from './figure.repository.js';
import { dayMs } from './metric-days.service.js';

const hourMs = 3_600_000;
const rangeMaxMs = 31 * dayMs;
/** Agents keep theirs for two hours; older ones cannot be real, and newer ones than this neither. */
const maxPastMs = 2 * hourMs + 5 * 60_000;
const maxAheadMs = 5_000;

/** What a host measures besides processors and memory, over time. */
@Injectable()
export class HostHistories {
  constructor(
    private readonly nodes: NodeRepository,
    private readonly repository: FigureRepository,
    private readonly disks: DiskHealthRepository,
  ) {}

  /** @throws NodeNotFoundError */
  async get({
    nodeId,
    from,
    to,
  }: EndpointParams<typeof endpoints.cluster.hostHistory>): Promise<HostHistory> {
    if (!isUuid(nodeId) || !(await this.nodes.exists(nodeId))) {
      throw new NodeNotFoundError();
    }
    const now = Date.now();
    const end = Math.min(to ?? now, now + hourMs);
    const begin = Math.min(Math.max(from ?? end - hourMs, end - rangeMaxMs), end);
    const wantedMs = (end - begin) / (limits.monitorMaxPoints - 1);
    const stepMs = Math.max(1, Math.ceil(wantedMs / hostFiguresMs)) * hostFiguresMs;
    const range = { nodeId, from: new Date(begin), to: new Date(end), stepMs };
    const [points, diskPoints, gpuPoints, reach, latest, diskHealth] = await Promise.all([
      this.repository.listPoints(range),
      this.repository.listDiskPoints(range),
      this.repository.listGpuPoints(range),
      this.repository.findReach(nodeId),
      this.repository.findLatest(nodeId),
      this.disks.find(nodeId),
    ]);
    return {
      nodeId,
      stepMs,
      points,
      disks: (latest?.disks ?? []).map((disk) => ({
        ...disk,
        points: diskPoints
          .filter(({ mount }) => mount === disk.mount)
          .map(({ time, used }) => ({ time, used })),
      })),
      gpus: (latest?.gpus ?? []).map((gpu) => {
        const ofThis = gpuPoints.filter(({ index }) => index === gpu.index);
        const pointsOf = (figure: 'used' | 'memory'): { time: number; used: number }[] =>
          ofThis.flatMap((told) => {
            const used = told[figure];
            return used === null ? [] : [{ time: told.time, used }];
          });
        return { ...gpu, points: pointsOf('used'), memoryPoints: pointsOf('memory') };
      }),
      reach,
      diskHealth,
      heardAt: latest?.time.getTime() ?? null,
    };
  }

  /** Hosts that reach the server badly now. */
  listBadlyReached(): Promise<BadlyReached> {
    return this.repository.listBadlyReached(badReach);
  }

  /** Stores reports of many hosts. */
  async store(figures: readonly NodeFigures[]): Promise<void> {
    await this.repository.store(figures);
  }

  /** Stores how the disks of many hosts are. */
  async storeDiskHealth(reports: readonly NodeDiskHealth[]): Promise<void> {
    await this.disks.store(reports);
  }

  /** Those of a report that can be real, in whole minutes: a host that tells more has no more stored. */
  read(nodeId: string, figures: readonly HostFigures[], now = Date.now()): NodeFigures[] {
    return figures
      .filter(({ time }) => time >= now - maxPastMs)
      .map((one) => ({
        ...one,
        nodeId,
        time: Math.floor(Math.min(one.time, now + maxAheadMs) / hostFiguresMs) * hostFiguresMs,
      }));
  }
}
