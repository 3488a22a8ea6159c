import { cluster } from './cn/cluster.js';
import { common } from './cn/common.js';
import { disk } from './cn/disk.js';
import { identity } from './cn/identity.js';
import { jobs } from './cn/jobs.js';
import { shell } from './cn/shell.js';
import { transfer } from './cn/transfer.js';

/** All Chinese words. */
export const catalogue = { common, shell, identity, disk, transfer, cluster, jobs };
