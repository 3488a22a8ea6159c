import { describe, expect, it } from '@jest/globals';
import { readSbatchLines } from './sbatch-lines.js';

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
    ['--array=1-3 --mem 4G', { array: '1-3', ignored: ['--mem 4G'] }],
    ['-a 1-3%2 --exclusive -o log.txt', { array: '1-3%2', ignored: ['--exclusive', '-o log.txt'] }],
    ['-a 3-1', { ignored: ['-a 3-1'] }],
    ['stray', { ignored: [] }],
  ])('%s', (line, asked) => {
    expect(read(`#SBATCH ${line}\n`)).toEqual({ ignored: [], ...asked });
  });
});
