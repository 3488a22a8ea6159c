import { type HostGpu, hostGpusMax } from '@clusterdesk/contracts';
import { HostProgram } from './host-program.js';

const mebibyte = 1024 ** 2;
const query = [
  '--query-gpu=index,name,utilization.gpu,memory.used,memory.total,temperature.gpu',
  '--format=csv,noheader,nounits',
];

/** Reads what `nvidia-smi` says to `query`; a figure that a card does not tell stands as `[N/A]`. */
export function parseGpus(text: string): HostGpu[] {
  return text
    .split('\n')
    .flatMap((line) => {
      const fields = line.split(',').map((field) => field.trim());
      const figure = (atEnd: number): number | null => {
        const value = Number.parseFloat(fields.at(-atEnd) ?? '');
        return Number.isFinite(value) && value >= 0 ? value : null;
      };
      const index = Number.parseInt(fields[0] ?? '', 10);
      const [used, memoryUsed, memory] = [figure(4), figure(3), figure(2)];
      if (fields.length < 6 || !(index >= 0 && index < 1_024) || memory === null) {
        return [];
      }
      return {
        index,
        name: fields.slice(1, -4).join(', ').slice(0, 64),
        used: used === null ? null : Math.min(used, 100),
        memoryBytes: Math.round(memory * mebibyte),
        memoryUsedBytes: Math.round(Math.min(memoryUsed ?? 0, memory) * mebibyte),
        temperature: figure(1),
      };
    })
    .slice(0, hostGpusMax);
}

/** Reads the graphics processors of a host whose driver has `nvidia-smi`. */
export class GpuReader {
  constructor(private readonly program = new HostProgram('nvidia-smi')) {}

  /** Empty: there are none, or their driver does not answer. */
  async read(): Promise<HostGpu[]> {
    const text = await this.program.ask(query);
    return text === null ? [] : parseGpus(text);
  }
}
