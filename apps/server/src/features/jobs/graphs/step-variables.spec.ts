import { describe, expect, it } from '@jest/globals';
import { dirsSeenFrom } from './step-variables.service.js';

const onDisk = { space: 'disk', spaceId: null } as const;
const inProject = { space: 'project', spaceId: 'p1' } as const;

describe('the folders of the steps before', () => {
  it.each([
    ['/', '/home/ann', ['/home/ann', '/home/ann/raw data']],
    ['/runs/fit', '/mnt/slurm/ann/runs/fit', ['/mnt/slurm/ann', '/mnt/slurm/ann/raw data']],
  ])('are where a job in %s sees them', (own, workDir, seen) => {
    const job = { ...onDisk, workDir: own, resultsDir: null };
    const awaited = ['/', '/raw data'].map((dir) => ({ ...onDisk, dir }));
    expect(dirsSeenFrom(job, workDir, awaited)).toEqual(seen);
  });

  it('are those of its own space, seen from the folder of its results where it has one', () => {
    const job = { ...inProject, workDir: '/out', resultsDir: '/out/7' };
    const awaited = [
      { ...onDisk, dir: '/a' },
      { ...inProject, dir: '/out/6' },
      { ...inProject, spaceId: 'p2', dir: '/b' },
    ];
    expect(dirsSeenFrom(job, '/files/p1/out/7', awaited)).toEqual(['/files/p1/out/6']);
  });
});
