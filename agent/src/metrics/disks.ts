import { readFile, statfs } from 'node:fs/promises';
import { hostDisksMax, type HostDisk } from '@clusterdesk/contracts';

/** File systems on a host's own disks. Those of other hosts are not asked: a dead server would hold the answer for ever. */
const localTypes = new Set([
  ...['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'zfs', 'f2fs', 'jfs', 'reiserfs', 'bcachefs'],
  ...['vfat', 'exfat', 'ntfs3'],
]);

/** A disk that is dying may not answer, either. */
const answerMs = 2_000;

/** What is mounted where, of a host's own disks: each device once, at its first place. */
export function parseLocalMounts(text: string): string[] {
  const byDevice = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [device = '', mount = '', type = ''] = line.split(' ').map(unescapeMount);
    // A container has its root on an overlay.
    const isLocal = localTypes.has(type) || (type === 'overlay' && mount === '/');
    if (isLocal && !byDevice.has(device)) {
      byDevice.set(device, mount);
    }
  }
  return [...byDevice.values()].slice(0, hostDisksMax);
}

/** Spaces and other odd bytes of a path stand as octal numbers. */
const unescapeMount = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );

type StatFs = (mount: string) => Promise<{
  bsize: number;
  blocks: number;
  bavail: number;
}>;

/** Reads how full the host's own disks are. */
export class DiskReader {
  /** Asked and not answered yet: asking again would only hold one more thread. */
  private readonly waiting = new Set<string>();

  constructor(
    private readonly mountsFile = '/proc/self/mounts',
    private readonly stat: StatFs = statfs,
    private readonly withinMs = answerMs,
  ) {}

  /** Those that answer. */
  async read(): Promise<HostDisk[]> {
    const mounts = parseLocalMounts(await readFile(this.mountsFile, 'utf8'));
    const disks = await Promise.all(mounts.map((mount) => this.readOne(mount)));
    return disks.filter((disk) => disk !== null);
  }

  private async readOne(mount: string): Promise<HostDisk | null> {
    if (this.waiting.has(mount)) {
      return null;
    }
    this.waiting.add(mount);
    const answer = this.stat(mount)
      .catch(() => null)
      .finally(() => this.waiting.delete(mount));
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.withinMs);
    });
    const found = await Promise.race([answer, tooLong]);
    clearTimeout(timer);
    if (found === null || found.blocks === 0) {
      return null;
    }
    const { bsize, blocks, bavail } = found;
    const sizeBytes = blocks * bsize;
    return { mount: mount.slice(0, 255), sizeBytes, usedBytes: sizeBytes - bavail * bsize };
  }
}
