import { readFile } from 'node:fs/promises';
import type { HostFigures } from '@clusterdesk/contracts';
import { GpuReader } from './devices/gpus.js';
import { DiskReader } from './disks.js';
import { bytesPerSecond, type NetworkBytes, parseNetworkBytes } from './network.js';

/** Figures of a host at one moment. */
export type TakenFigures = Omit<HostFigures, 'time'>;

/** What takes them. */
export interface FigureTaker {
  take(): Promise<TakenFigures>;
}

/** Takes load, network, disks and graphics processors of this host: the network since the call before, the rest as it is now. */
export class FigureSampler implements FigureTaker {
  private before: (NetworkBytes & { at: number }) | null = null;

  constructor(
    private readonly procDir = '/proc',
    private readonly disks = new DiskReader(),
    private readonly now = () => performance.now(),
    private readonly gpus = new GpuReader(),
  ) {}

  async take(): Promise<TakenFigures> {
    const [load, network, disks, gpus] = await Promise.all([
      readFile(`${this.procDir}/loadavg`, 'latin1'),
      readFile(`${this.procDir}/net/dev`, 'latin1').then(parseNetworkBytes, () => null),
      this.disks.read(),
      this.gpus.read(),
    ]);
    const { before } = this;
    const at = this.now();
    this.before = network && { ...network, at };
    const rate = (which: keyof NetworkBytes): number | null =>
      before && network
        ? bytesPerSecond(before[which], network[which], (at - before.at) / 1_000)
        : null;
    return {
      load: Number.parseFloat(load) || 0,
      networkIn: rate('received'),
      networkOut: rate('sent'),
      disks,
      ...(gpus.length > 0 && { gpus }),
    };
  }
}
