import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { hostGpusMax, metricReportSchema } from '@clusterdesk/contracts';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { DiskReader } from '../disks.js';
import { FigureSampler } from '../figures.js';
import { GpuReader, parseGpus } from './gpus.js';
import { HostProgram } from './host-program.js';

const mebibyte = 1024 ** 2;
const line = '0, NVIDIA A100-SXM4-40GB, 37, 1024, 40960, 54\n';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-gpus-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A program that stands in for the driver's. */
function standIn(script: string): string {
  const file = join(dir, 'nvidia-smi');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

it('reads what the driver says of each card', () => {
  expect(parseGpus(line)).toEqual([
    {
      ...{ index: 0, name: 'NVIDIA A100-SXM4-40GB', used: 37, temperature: 54 },
      ...{ memoryBytes: 40_960 * mebibyte, memoryUsedBytes: 1_024 * mebibyte },
    },
  ]);
});

it('leaves out what a card does not tell, and lines that are none', () => {
  const text =
    '1, GeForce, with a comma, [N/A], 5, 100, [Not Supported]\nNo devices were found\n\n';
  expect(parseGpus(text)).toEqual([
    {
      ...{ index: 1, name: 'GeForce, with a comma', used: null, temperature: null },
      ...{ memoryBytes: 100 * mebibyte, memoryUsedBytes: 5 * mebibyte },
    },
  ]);
  expect(parseGpus('2, card, 10, [N/A], [N/A], 50\n')).toEqual([]);
});

it('tells only what the protocol allows', () => {
  const odd = `${'9, '}${'x'.repeat(200)}, 250, 500, 100, 40\n-1, y, 1, 1, 1, 1\n`;
  const gpus = parseGpus(odd + line.repeat(50));
  expect(gpus).toHaveLength(hostGpusMax);
  const figures = [{ time: 1, load: 0, networkIn: null, networkOut: null, disks: [], gpus }];
  expect(metricReportSchema.parse({ samples: [], figures }).figures).toEqual(figures);
});

it('asks the driver once, without a shell, and its figures go with the others', async () => {
  const file = standIn(`echo "$@" > ${dir}/asked; printf '${line.trim()}\\n'`);
  writeFileSync(join(dir, 'mounts'), '');
  writeFileSync(join(dir, 'loadavg'), '1.00 1.00 1.00 1/2 3\n');
  const disks = new DiskReader(join(dir, 'mounts'));
  const gpus = new GpuReader(new HostProgram(file));
  const sampler = new FigureSampler(dir, disks, () => 0, gpus);
  expect((await sampler.take()).gpus).toMatchObject([{ index: 0, used: 37 }]);
  expect(readFileSync(join(dir, 'asked'), 'utf8')).toContain('--format=csv,noheader,nounits');
});

it('a host without the program tells of no cards', async () => {
  const file = join(dir, 'nvidia-smi');
  const reader = new GpuReader(new HostProgram(file));
  expect(await reader.read()).toEqual([]);
  // It is not looked for each minute.
  standIn(`printf '${line.trim()}\\n'`);
  expect(await reader.read()).toEqual([]);
});

it('a driver that hangs holds up nothing, is asked by no second process meanwhile, and again afterwards', async () => {
  const file = standIn(
    `echo asked >> ${dir}/asked
while ! test -e ${dir}/free; do sleep 0.05; done
printf '${line.trim()}\\n'`,
  );
  const reader = new GpuReader(new HostProgram(file, 2_000));
  const first = reader.read();
  expect(await reader.read()).toEqual([]);
  expect(await first).toEqual([]);
  expect(readFileSync(join(dir, 'asked'), 'utf8')).toBe('asked\n');
  writeFileSync(join(dir, 'free'), '');
  await waitFor('the next answer', async () => (await reader.read()).length === 1);
});
