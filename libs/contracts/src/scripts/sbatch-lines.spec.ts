import { describe, expect, it } from '@jest/globals';
import { memoryOf, readSbatchLines } from './sbatch-lines.js';

const read = (lines: string): object => readSbatchLines(lines, ['local', 'gpu']);

describe('the #SBATCH lines of a script', () => {
  it('name the job, its queue, its processors and its time', () => {
    const script = `#!/bin/bash
#SBATCH --job-name=align   # what it is called

# a comment
#SBATCH -n 4 -c2
#SBATCH --time 1-12 --partition=debug,gpu
  #SBATCH -n 9
##SBATCH -n 9
#SBATCHER -n 9
echo hi
#SBATCH -J late
`;
    expect(read(script)).toEqual({
      ...{ jobName: 'align', queueName: 'gpu', cpus: 8, maxMinutes: 36 * 60, ignored: [] },
    });
    expect(read(`\uFEFF${script.replaceAll('\n', '\r\n')}`)).toEqual(read(script));
    expect(read('echo')).toEqual({ ignored: [] });
  });

  it('ask for memory in all, or for each CPU', () => {
    expect(memoryOf({ memoryMb: 100 }, 4)).toBe(100);
    expect(memoryOf({ memoryMbPerCpu: 100 }, 4)).toBe(400);
    expect(memoryOf({}, 4)).toBeNull();
  });

  it.each([
    ['-J a', { jobName: 'a' }],
    ['-Ja', { jobName: 'a' }],
    ['--job-name "a"', { jobName: 'a' }],
    ["--job-name='比对'#x", { jobName: '比对' }],
    ['-J a -J b', { jobName: 'b' }],
    ['-J "two words"', { ignored: ['-J two words'] }],
    ['-n4', { cpus: 4 }],
    ['--cpus-per-task=3', { cpus: 3 }],
    ['-N 1 --ntasks-per-node=16', { cpus: 16 }],
    ['-n 2 --ntasks-per-node=16 -c 3', { cpus: 6 }],
    ['-N 2 -n 8', { cpus: 8, ignored: ['-N 2'] }],
    ['-n 0', { ignored: ['-n 0'] }],
    ['-n', { ignored: ['-n'] }],
    ['-p local', { queueName: 'local' }],
    ['-p debug', { ignored: ['-p debug'] }],
    ['-t 30', { maxMinutes: 30 }],
    ['-t 30:01', { maxMinutes: 31 }],
    ['-t 02:30:00', { maxMinutes: 150 }],
    ['-t 00:01:00', { maxMinutes: 1 }],
    ['-t 2-1', { maxMinutes: 49 * 60 }],
    ['-t 1-01:30', { maxMinutes: 25 * 60 + 30 }],
    ['-t 1-01:30:30', { maxMinutes: 25 * 60 + 31 }],
    ['-t 0', { ignored: ['-t 0'] }],
    ['--time=UNLIMITED', { ignored: ['--time=UNLIMITED'] }],
    ['--array=1-3 --gres gpu', { array: '1-3', ignored: ['--gres gpu'] }],
    ['-a 1-3%2 --exclusive -o log.txt', { array: '1-3%2', ignored: ['--exclusive', '-o log.txt'] }],
    ['-a 3-1', { ignored: ['-a 3-1'] }],
    ['--mem 4G', { memoryMb: 4096 }],
    ['--mem=1500', { memoryMb: 1500 }],
    ['--mem=1025k', { memoryMb: 2 }],
    ['--mem=0', { ignored: ['--mem=0'] }],
    ['--mem=4X', { ignored: ['--mem=4X'] }],
    ['-c 4 --mem-per-cpu=2G', { cpus: 4, memoryMbPerCpu: 2048 }],
    ['--mem 4G --mem-per-cpu=1G', { memoryMbPerCpu: 1024 }],
    ['--mem-per-cpu=1G --mem 4G', { memoryMb: 4096 }],
    ['stray', { ignored: [] }],
  ])('%s', (line, asked) => {
    expect(read(`#SBATCH ${line}\n`)).toEqual({ ignored: [], ...asked });
  });
});
