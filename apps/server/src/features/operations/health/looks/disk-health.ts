import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { diskReserve } from '@clusterdesk/contracts';
import { Config } from '../../../../config/config.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** The disks of the platform's folders. */
@Injectable()
export class DiskHealth implements HealthLooker {
  readonly looks = {
    filesDisk: () => look(this.config.filesDir),
    dataDisk: () => lookAbove(this.config.dataDir),
    backupDisk: () => lookAbove(this.config.backupDir),
  };

  constructor(private readonly config: Config) {}
}

async function look(path: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    const totalBytes = blocks * bsize;
    const freeBytes = bavail * bsize;
    const reserveBytes = Math.round(diskReserve(totalBytes));
    const facts = { freeBytes, reserveBytes, totalBytes };
    if (freeBytes < reserveBytes) {
      return { state: 'failed', reason: 'diskFull', facts };
    }
    return freeBytes < 2 * reserveBytes
      ? { state: 'warning', reason: 'diskLow', facts }
      : { state: 'ok', facts };
  } catch (error) {
    if (isMissing(error)) {
      return { state: 'failed', reason: 'folderMissing', facts: {} };
    }
    throw error;
  }
}

/** Of a folder that is made when it is first needed: until then it is its parent's disk. */
async function lookAbove(path: string): Promise<Finding> {
  const finding = await look(path);
  return finding?.reason === 'folderMissing' && dirname(path) !== path
    ? lookAbove(dirname(path))
    : finding;
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
