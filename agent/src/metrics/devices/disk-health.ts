import { type DiskHealth, type HostDiskHealth, toldDisksMax } from '@clusterdesk/contracts';
import { HostProgram } from './host-program.js';
import { asleepStatus, parseDisk, parseScan } from './parse-smartctl.js';

/** A disk that is about to fail may take long to answer. */
const diskMs = 20_000;
const facts = ['--json', '-n', `standby,${asleepStatus}`, '-i', '-H', '-A', '-l', 'selftest'];

/** The disks of a host at one moment. */
export type TakenDiskHealth = Omit<HostDiskHealth, 'time'>;

/** Reads how the physical disks of a host are, where `smartctl` is there and may be used. None that sleeps is woken. */
export class DiskHealthReader {
  private readonly scan: HostProgram;
  /** One for each disk: one that hangs keeps nobody from asking the others. */
  private readonly programs = new Map<string, HostProgram>();

  constructor(
    private readonly file = 'smartctl',
    private readonly withinMs = diskMs,
  ) {
    this.scan = new HostProgram(file, withinMs);
  }

  async take(): Promise<TakenDiskHealth> {
    const found = parseScan(await this.scan.ask(['--scan', '--json']));
    if (found === null) {
      const problem = { missing: 'notInstalled', refused: 'notPermitted' } as const;
      const { absence } = this.scan;
      return { problem: absence === null ? 'noAnswer' : problem[absence], disks: [] };
    }
    const disks: DiskHealth[] = [];
    for (const { name, args } of found.slice(0, toldDisksMax)) {
      disks.push(parseDisk(name, await this.programOf(name).ask([...facts, ...args])));
    }
    const isRefused = disks.some(({ problem }) => problem === 'notPermitted');
    return { ...(isRefused && { problem: 'notPermitted' }), disks };
  }

  private programOf(name: string): HostProgram {
    const program = this.programs.get(name) ?? new HostProgram(this.file, this.withinMs);
    this.programs.set(name, program);
    return program;
  }
}
