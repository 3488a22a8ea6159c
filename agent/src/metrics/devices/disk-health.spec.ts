import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type HostDiskHealth,
  hostDiskHealthSchema,
  isFailing,
  toldDisksMax,
  troublesOf,
} from '@clusterdesk/contracts';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { DiskHealthReader } from './disk-health.js';
import { DiskHealthLog } from './disk-health-log.js';
import { parseDisk, parseScan } from './parse-smartctl.js';

/** As `smartctl` 7.3 prints it, less what nobody reads. */
const head = (status = 0, ...messages: string[]) => ({
  json_format_version: [1, 0],
  smartctl: {
    version: [7, 3],
    ...(messages.length > 0 && {
      messages: messages.map((string) => ({ string, severity: 'error' })),
    }),
    exit_status: status,
  },
});
const attribute = (id: number, name: string, value: number, thresh: number, raw: string) => ({
  ...{ id, name, value, worst: value, thresh, when_failed: value <= thresh ? 'now' : '' },
  raw: { value: Number.parseInt(raw, 10) + 2 ** 32, string: raw },
});
const ataTest = (value: number, string: string, passed?: boolean) => ({
  type: { value: 1, string: 'Short offline' },
  status: { value, string, ...(passed !== undefined && { passed }) },
  lifetime_hours: 12_300,
});
const ata = (given: object = {}, test = ataTest(0, 'Completed without error', true)) => ({
  ...head(),
  device: { name: '/dev/sda', type: 'sat', protocol: 'ATA' },
  model_name: 'Samsung SSD 870 EVO 1TB',
  serial_number: 'S5STNF0R123456A',
  user_capacity: { blocks: 1_953_525_168, bytes: 1_000_204_886_016 },
  smart_support: { available: true, enabled: true },
  smart_status: { passed: true },
  ata_smart_attributes: {
    revision: 1,
    table: [
      attribute(5, 'Reallocated_Sector_Ct', 100, 10, '0'),
      attribute(177, 'Wear_Leveling_Count', 97, 0, '48'),
      attribute(194, 'Temperature_Celsius', 66, 0, '34 (Min/Max 20/45)'),
      attribute(197, 'Current_Pending_Sector', 100, 0, '0'),
      attribute(198, 'Offline_Uncorrectable', 100, 0, '0'),
    ],
  },
  power_on_time: { hours: 12_345 },
  temperature: { current: 34 },
  ata_smart_self_test_log: { standard: { revision: 1, table: [test], count: 1 } },
  ...given,
});
const parse = (answer: unknown) => parseDisk('sda', JSON.stringify(answer));

describe('a disk tells', () => {
  it('of ATA: its attributes, and how its last self-test ended', () => {
    const disk = parse(ata());
    expect(disk).toEqual({
      ...{ name: 'sda', model: 'Samsung SSD 870 EVO 1TB', serialEnd: '456A', type: 'ata' },
      ...{ sizeBytes: 1_000_204_886_016, health: 'passed', temperature: 34, powerOnHours: 12_345 },
      ...{ reallocated: 0, pending: 0, uncorrectable: 0, wear: 3, lowAttributes: [] },
      selfTest: {
        ...{ type: 'Short offline', result: 'Completed without error', passed: true },
        powerOnHours: 12_300,
      },
    });
    expect(troublesOf(disk)).toEqual([]);
    expect(JSON.stringify(disk)).not.toContain('S5STNF');
  });

  it('of NVMe: its wear and media errors, and of no sectors', () => {
    const disk = parse({
      ...head(),
      device: { name: '/dev/nvme0', type: 'nvme', protocol: 'NVMe' },
      ...{ model_name: 'WD_BLACK SN850X', serial_number: '1234567', nvme_total_capacity: 2e12 },
      smart_status: { passed: true, nvme: { value: 0 } },
      nvme_smart_health_information_log: { percentage_used: 120, media_errors: 2 },
      ...{ temperature: { current: 41 }, power_on_time: { hours: 9 } },
      nvme_self_test_log: {
        current_self_test_operation: { value: 0, string: 'No self-test in progress' },
        table: [
          {
            self_test_code: { value: 2, string: 'Extended' },
            self_test_result: { value: 7, string: 'Completed: failed segments' },
            power_on_hours: 8,
          },
        ],
      },
    });
    expect(disk).toEqual({
      ...{ name: 'sda', model: 'WD_BLACK SN850X', type: 'nvme', sizeBytes: 2e12 },
      ...{ health: 'passed', temperature: 41, powerOnHours: 9, wear: 120, uncorrectable: 2 },
      selfTest: {
        ...{ type: 'Extended', result: 'Completed: failed segments', passed: false },
        powerOnHours: 8,
      },
    });
    expect(troublesOf(disk)).toEqual(['uncorrectable', 'wear', 'selfTest']);
  });

  it('of SCSI: its grown defects, and what it could not read', () => {
    const disk = parse({
      ...head(),
      device: { name: '/dev/sdb', type: 'scsi', protocol: 'SCSI' },
      scsi_model_name: 'SEAGATE ST4000NM0023',
      smart_status: { passed: true },
      scsi_grown_defect_list: 3,
      scsi_error_counter_log: {
        read: { total_uncorrected_errors: 1 },
        write: { total_uncorrected_errors: 4 },
      },
      scsi_self_test_0: {
        ...{ code: { value: 1, string: 'Background short' } },
        result: { value: 2, string: 'Aborted (device reset ?)' },
        power_on_time: { hours: 5, aka: 'accumulated_power_on_hours' },
      },
    });
    expect(disk).toMatchObject({
      ...{ type: 'scsi', model: 'SEAGATE ST4000NM0023', reallocated: 3, uncorrectable: 5 },
      selfTest: { result: 'Aborted (device reset ?)', powerOnHours: 5 },
    });
    expect(disk.selfTest).not.toHaveProperty('passed');
    expect(troublesOf(disk)).toEqual(['uncorrectable', 'reallocated']);
  });

  it('that it is failing, although the program ends with flags for it', () => {
    const table = [
      attribute(5, 'Reallocated_Sector_Ct', 5, 10, '1976'),
      attribute(197, 'Current_Pending_Sector', 100, 0, '8'),
    ];
    const disk = parse({
      ...ata({}, ataTest(0x74, 'Completed: read failure', false)),
      ...head(0xd8),
      smart_status: { passed: false },
      ata_smart_attributes: { table },
    });
    expect(disk).toMatchObject({
      ...{ health: 'failed', reallocated: 1976, pending: 8 },
      lowAttributes: [{ id: 5, name: 'Reallocated_Sector_Ct', value: 5, threshold: 10 }],
      selfTest: { passed: false },
    });
    expect(disk).not.toHaveProperty('uncorrectable');
    expect(troublesOf(disk)).toEqual([
      ...['health', 'pending', 'attributes', 'selfTest', 'reallocated'],
    ]);
  });

  it('nothing of how a self-test ended that was broken off or runs', () => {
    const ended = [0x10, 0x21, 0xf9].map(
      (value) => parse(ata({}, ataTest(value, 'Aborted by host', false))).selfTest?.passed,
    );
    expect(ended).toEqual([undefined, undefined, undefined]);
  });

  it('its wear only by an attribute that means it', () => {
    const wearOf = (...given: Parameters<typeof attribute>) =>
      parse(ata({ ata_smart_attributes: { table: [attribute(...given)] } })).wear;
    expect(wearOf(231, 'SSD_Life_Left', 8, 0, '8')).toBe(92);
    expect(wearOf(233, 'Media_Wearout_Indicator', 90, 0, '0')).toBe(10);
    expect(wearOf(231, 'Temperature_Celsius', 60, 0, '40')).toBeUndefined();
    expect(wearOf(233, 'Media_Wearout_Indicator', 253, 0, '0')).toBeUndefined();
  });
});

describe('a disk that does not tell', () => {
  it.each([
    ['sleeps', head(3, 'Device is in STANDBY mode, exit(3)'), 'asleep'],
    ['sleeps, as older programs say it', head(2, 'Device is in SLEEP mode, exit(2)'), 'asleep'],
    [
      'stands behind a bridge that the program does not know',
      head(1, '/dev/sda: Unknown USB bridge [0x0781:0x5581 (0x100)]'),
      'unsupported',
    ],
    [
      'is not open to the agent',
      head(2, 'Smartctl open device: /dev/sda failed: Permission denied'),
      'notPermitted',
    ],
    ['has no SMART', ata({ smart_support: { available: false } }), 'unsupported'],
  ])('%s', (_why, answer, problem) => {
    expect(parse(answer)).toMatchObject({ name: 'sda', problem });
    expect(isFailing(parse(answer))).toBe(false);
  });

  it.each(['', 'UNRECOGNIZED OPTION: json', '[]', '{"smartctl":1}', '{"smartctl":{}', 'null'])(
    'gives no answer with %j',
    (printed) => {
      expect(parseDisk('sda', printed)).toEqual({ name: 'sda', problem: 'noAnswer' });
    },
  );

  it('sense: what cannot be is absent, and the rest is told', () => {
    const disk = parse({
      ...ata({ temperature: { current: 1e9 }, power_on_time: { hours: -1 } }),
      ...{ model_name: `${'m'.repeat(500)}`, serial_number: 7, smart_status: 'well' },
      ata_smart_attributes: {
        table: [
          null,
          { id: 'five' },
          ...Array.from({ length: 300 }, (_, id) => attribute(id % 200, 'x'.repeat(99), 1, 9, '-')),
        ],
      },
      user_capacity: { bytes: 1.5 },
    });
    expect(disk).toMatchObject({ name: 'sda', model: 'm'.repeat(64), type: 'ata' });
    expect(Object.keys(disk)).not.toEqual(
      expect.arrayContaining(['temperature', 'powerOnHours', 'serialEnd', 'health', 'sizeBytes']),
    );
    expect(disk.lowAttributes).toHaveLength(16);
    expect(hostDiskHealthSchema.parse({ time: 1, disks: [disk] }).disks).toEqual([disk]);
  });
});

it('asks physical disks alone, those behind a controller by their type', () => {
  const devices = [
    { name: '/dev/sda', type: 'scsi', protocol: 'SCSI' },
    { name: '/dev/nvme0', type: 'nvme', protocol: 'NVMe' },
    { name: '/dev/bus/0', type: 'megaraid,12' },
    { name: '/dev/bus/0', type: 'sat+megaraid,3' },
    ...['/dev/bus/0', '/dev/../etc/shadow', '/dev/sda -t long', '--test=long', 'sda\n', ''].map(
      (name) => ({ name, type: 'scsi' }),
    ),
    { name: '/dev/bus/0', type: 'megaraid,1 --test=long' },
    ...[{ name: '/dev/dm-0', type: 'scsi' }, { name: 7 }, 'sda'],
  ];
  expect(parseScan(JSON.stringify({ ...head(), devices }))).toEqual([
    { name: 'sda', args: ['/dev/sda'] },
    { name: 'nvme0', args: ['/dev/nvme0'] },
    { name: 'bus/0 megaraid,12', args: ['-d', 'megaraid,12', '/dev/bus/0'] },
    { name: 'bus/0 sat+megaraid,3', args: ['-d', 'sat+megaraid,3', '/dev/bus/0'] },
  ]);
  // As a host says it that has none.
  expect(parseScan(JSON.stringify(head()))).toEqual([]);
  expect(parseScan('{}')).toBeNull();
});

describe('the reader', () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'clusterdesk-smart-'));
    file = join(dir, 'smartctl');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** A program that stands in for `smartctl`: what it prints of the scan and of each disk, by the end of its arguments. */
  function standIn(answers: Record<string, unknown>, more = ''): void {
    Object.entries(answers).forEach(([name, answer]) =>
      writeFileSync(join(dir, name), JSON.stringify(answer)),
    );
    const script = `for last; do :; done
echo "$@" >> ${dir}/asked
${more}
if test "$1" = --scan; then cat ${dir}/scan; else cat "${dir}/$(basename "$last")"; exit 64; fi`;
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  const scanOf = (...names: string[]) => ({
    ...head(),
    devices: names.map((name) => ({ name: `/dev/${name}`, type: 'scsi' })),
  });

  it('asks each disk without a shell and without waking it', async () => {
    standIn({ scan: scanOf('sda', 'sdb'), sda: ata(), sdb: head(3) });
    const { problem, disks } = await new DiskHealthReader(file).take();
    expect(problem).toBeUndefined();
    expect(disks).toMatchObject([
      { name: 'sda', health: 'passed' },
      { name: 'sdb', problem: 'asleep' },
    ]);
    const asked = readFileSync(join(dir, 'asked'), 'utf8').trim().split('\n');
    expect(asked).toEqual([
      '--scan --json',
      '--json -n standby,3 -i -H -A -l selftest /dev/sda',
      '--json -n standby,3 -i -H -A -l selftest /dev/sdb',
    ]);
  });

  it('says why it cannot tell', async () => {
    const problemOf = async () => (await new DiskHealthReader(file).take()).problem;
    expect(await problemOf()).toBe('notInstalled');
    standIn({
      scan: scanOf('sda'),
      sda: head(2, 'open device: /dev/sda failed: Permission denied'),
    });
    expect(await problemOf()).toBe('notPermitted');
    standIn({ scan: 'smartctl 6.5: UNRECOGNIZED OPTION: json' });
    expect(await problemOf()).toBe('noAnswer');
    chmodSync(file, 0o644);
    expect(await problemOf()).toBe('notPermitted');
  });

  it('tells of no more disks than the protocol allows', async () => {
    const letters = Array.from(
      { length: 40 },
      (_, at) => `sd${String.fromCharCode(97 + (at % 26))}`,
    );
    standIn({ scan: scanOf(...letters) });
    expect((await new DiskHealthReader(file).take()).disks).toHaveLength(toldDisksMax);
  });

  it('a disk that hangs keeps nobody from asking the others, and is not asked again meanwhile', async () => {
    const hang = `if test "$last" = /dev/sda; then while ! test -e ${dir}/free; do sleep 0.05; done; fi`;
    standIn({ scan: scanOf('sda', 'sdb'), sda: ata(), sdb: ata() }, hang);
    const reader = new DiskHealthReader(file, 1_000);
    expect((await reader.take()).disks).toMatchObject([
      { name: 'sda', problem: 'noAnswer' },
      { name: 'sdb', health: 'passed' },
    ]);
    writeFileSync(join(dir, 'free'), '');
    await waitFor('it answers', async () => (await reader.take()).disks[0]?.health === 'passed');
  });
});

it('reads at start and after six hours, an hour where it could not, and tells each reading once to each server', async () => {
  const told: HostDiskHealth[] = [];
  let problem: HostDiskHealth['problem'] = 'notInstalled';
  let taken = 0;
  const reader = {
    take: async () => {
      taken += 1;
      return { ...(problem && { problem }), disks: [] };
    },
  };
  const log = new DiskHealthLog(reader, { at: (steadyMs) => Math.round(steadyMs) });
  const pass = async (hours: number): Promise<void> => {
    const now = performance.now.bind(performance);
    const passed = now() + hours * 3_600_000;
    performance.now = () => passed;
    await log.takeWhenDue();
    performance.now = now;
    const untold = log.untold();
    if (untold?.words.diskHealth) {
      told.push(untold.words.diskHealth);
      untold.noteTold();
    }
  };
  await pass(0);
  await pass(0.5);
  expect([taken, told.length]).toEqual([1, 1]);
  problem = undefined;
  await pass(1.1);
  expect([taken, told.length]).toEqual([2, 2]);
  await pass(7);
  expect([taken, told.length]).toEqual([2, 2]);
  log.tellAgain();
  await pass(7);
  expect([taken, told.length]).toEqual([2, 3]);
  expect(told[2]).toEqual(told[1]);
  await pass(7.2);
  expect([taken, told.length]).toEqual([3, 4]);
});
