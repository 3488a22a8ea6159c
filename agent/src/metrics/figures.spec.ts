import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hostDisksMax, metricReportSchema } from '@clusterdesk/contracts';
import { ServerClock } from '../transport/server-clock.js';
import { DiskReader, parseLocalMounts } from './disks.js';
import { FigureLog } from './figure-log.js';
import { FigureSampler } from './figures.js';
import { bytesPerSecond, parseNetworkBytes } from './network.js';

const netDev = (
  received: number,
  sent: number,
): string => `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 912345    1234    0    0    0     0          0         0   912345    1234    0    0    0     0       0          0
enp3s0: ${received}  981    0    0    0     0          0        12 ${sent}    651    0    0    0     0       0          0
 wlan0:    10       1    0    0    0     0          0         0       20       1    0    0    0     0       0          0
docker0: 7777777      1    0    0    0     0          0         0  7777777      1    0    0    0     0       0          0
veth3f2a1b: 77777     1    0    0    0     0          0         0    77777      1    0    0    0     0       0          0
`;
const mounts = `sysfs /sys sysfs rw,nosuid 0 0
proc /proc proc rw 0 0
/dev/nvme0n1p2 / ext4 rw,relatime 0 0
/dev/nvme0n1p2 /var/snap ext4 rw,relatime 0 0
tmpfs /run tmpfs rw 0 0
filer:/export/home /home nfs4 rw,hard 0 0
/dev/sda1 /data/big\\040disk xfs rw 0 0
`;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-figures-'));
  mkdirSync(join(dir, 'net'));
  writeFileSync(join(dir, 'mounts'), mounts);
  writeFileSync(join(dir, 'loadavg'), '1.25 0.90 0.70 2/345 6789\n');
  writeFileSync(join(dir, 'net', 'dev'), netDev(1_000, 2_000));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('network', () => {
  it('is the sum of the cards, without loopback, bridges and containers', () => {
    expect(parseNetworkBytes(netDev(1_000, 2_000))).toEqual({ received: 1_010, sent: 2_020 });
    expect(parseNetworkBytes('nonsense: 1 2\n')).toEqual({ received: 0, sent: 0 });
  });

  it('has no rate where a counter went back', () => {
    expect(bytesPerSecond(100, 4_100, 2)).toBe(2_000);
    expect(bytesPerSecond(100, 50, 2)).toBeNull();
    expect(bytesPerSecond(100, 200, 0)).toBeNull();
  });
});

describe('disks', () => {
  it('are those of the host itself, each once', () => {
    expect(parseLocalMounts(mounts)).toEqual(['/', '/data/big disk']);
    const many = Array.from({ length: 50 }, (_, at) => `/dev/sd${at} /d${at} ext4 rw 0 0`);
    expect(parseLocalMounts(many.join('\n'))).toHaveLength(hostDisksMax);
    expect(parseLocalMounts('overlay / overlay rw 0 0\noverlay /x overlay rw 0 0\n')).toEqual([
      '/',
    ]);
  });

  it('one that does not answer holds up nothing, and is not asked again meanwhile', async () => {
    const asked: string[] = [];
    const reader = new DiskReader(
      join(dir, 'mounts'),
      (mount) => {
        asked.push(mount);
        return mount === '/'
          ? new Promise(() => undefined)
          : Promise.resolve({ bsize: 10, blocks: 100, bavail: 40 });
      },
      20,
    );
    const disks = [{ mount: '/data/big disk', sizeBytes: 1_000, usedBytes: 600 }];
    expect(await reader.read()).toEqual(disks);
    expect(await reader.read()).toEqual(disks);
    expect(asked.filter((mount) => mount === '/')).toHaveLength(1);
  });
});

it('takes what the protocol allows, the network from the second time on', async () => {
  let now = 0;
  const stat = async () => ({ bsize: 1, blocks: 100, bavail: 25 });
  const sampler = new FigureSampler(dir, new DiskReader(join(dir, 'mounts'), stat), () => now);
  expect(await sampler.take()).toMatchObject({ load: 1.25, networkIn: null, networkOut: null });
  now = 10_000;
  writeFileSync(join(dir, 'net', 'dev'), netDev(11_000, 52_000));
  const taken = await sampler.take();
  expect(taken).toMatchObject({ networkIn: 1_000, networkOut: 5_000 });
  expect(taken.disks[0]).toEqual({ mount: '/', sizeBytes: 100, usedBytes: 75 });
  const figures = [{ ...taken, time: 1 }];
  expect(metricReportSchema.parse({ samples: [], figures }).figures).toEqual(figures);
});

it('keeps figures until the server has them', async () => {
  const taken = { load: 1, networkIn: null, networkOut: null, disks: [] };
  const figureLog = new FigureLog({ take: async () => taken }, new ServerClock());
  await figureLog.takeWhenDue();
  expect(figureLog.list()).toEqual([]);
  // The first are taken soon after the start.
  Object.assign(figureLog, { dueAt: 0 });
  await figureLog.takeWhenDue();
  await figureLog.takeWhenDue();
  const listed = figureLog.list();
  expect(listed).toHaveLength(1);
  expect(figureLog.list()).toEqual(listed);
  figureLog.forget(listed);
  expect(figureLog.list()).toEqual([]);
});
