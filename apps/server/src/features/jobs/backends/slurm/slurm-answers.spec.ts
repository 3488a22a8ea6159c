import { describe, expect, it } from '@jest/globals';
import {
  readEndedJobs,
  readIdsByComment,
  readJobs,
  readNodes,
  readPartitions,
  readUsage,
} from './slurm-answers.js';

/** Recorded from Slurm 22.05.8, its columns of blanks made shorter. */
const squeue = `1      |FAILED     |768     |2026-11-27T07:28:12 |2026-11-27T07:28:13 |n1    |man     |NonZeroExitCode
6      |FAILED     |1       |2026-11-27T07:28:27 |2026-11-27T07:28:27 |      |backup  |BadConstraints
9      |PENDING    |0       |N/A                 |N/A                 |n/a   |man     |Nodes required for job are DOWN, DRAINED or reserved
`;

/**
 * The same job in the forms of later releases: what their manuals and sources say of them (squeue(1), sacct(1), sinfo(1),
 * scontrol(1)), where nothing was recorded. The text changes little; what it says more must not be taken for something else.
 */
const releases = {
  '22.05': {
    squeue:
      '7   |OUT_OF_MEMORY |9    |2026-11-27T07:28:12|2026-11-27T07:28:13|n1  |man |OutOfMemory\n',
    sacct: '7|1-00:00:02|\n7.batch|1-00:00:01|2048K\n',
    sinfo: 'n1|short|idle~|0/4/0/4|1000|none\n',
    partition:
      'PartitionName=short Default=YES MaxTime=01:00:00 MaxCPUsPerNode=6 State=UP TotalCPUs=12\n',
  },
  // A limit for each socket is new, and has the same ending.
  '23.11': {
    squeue:
      '7   |OUT_OF_MEMORY |9    |2026-11-27T07:28:12|2026-11-27T07:28:13|n1  |man |OutOfMemory\n',
    sacct: '7|1-00:00:02|\n7.batch|1-00:00:01|2M\n7.extern|00:00.001|0\n',
    sinfo: 'n1|short|idle%|0/4/0/4|1000|none\n',
    partition:
      'PartitionName=short Default=YES MaxTime=01:00:00 MaxCPUsPerNode=6 MaxCPUsPerSocket=UNLIMITED State=UP TotalCPUs=12 TRES=cpu=12,mem=2000M,node=2\n',
  },
  // Topologies are told at the end, nodes that are planned for have a mark.
  '25.11': {
    squeue:
      '7   |OUT_OF_MEMORY |0:9  |2026-11-27T07:28:12|2026-11-27T07:28:13|n1  |man |OutOfMemory\n',
    sacct: '7|1-00:00:02|\n7.batch|1-00:00:01|2.00M\n7.extern|00:00:00|\n',
    sinfo: 'n1|short|idle-|0/4/0/4|1000|none\n',
    partition:
      'PartitionName=short Default=YES MaxTime=0-01:00:00 MaxCPUsPerNode=6 MaxCPUsPerSocket=UNLIMITED State=UP TotalCPUs=12 TRES=cpu=12,mem=2000M,node=2,billing=12 Topology=flat\n',
  },
} as const;

describe.each(Object.entries(releases))('what Slurm %s prints', (_, text) => {
  it('means the same as ever', () => {
    expect(readJobs(text.squeue).get('7')).toMatchObject({
      ...{ state: 'OUT_OF_MEMORY', waitStatus: 9, nodeName: 'n1', reason: 'OutOfMemory' },
    });
    expect(readUsage(text.sacct).get('7')).toEqual({ cpuSeconds: 86_402, maxRssBytes: 2_097_152 });
    expect(readNodes(text.sinfo)).toMatchObject([{ state: 'idle', isResponding: true }]);
    expect(readPartitions(text.partition)).toEqual([
      { name: 'short', state: 'UP', isDefault: true, mostCpusPerNode: 6, maxMinutes: 60 },
    ]);
  });
});

describe('what Slurm prints', () => {
  it('is read into jobs, by their ids, with times of UTC', () => {
    const jobs = readJobs(`${squeue}\nslurm_load_jobs error: something\n`);
    expect([...jobs.keys()]).toEqual(['1', '6', '9']);
    expect(jobs.get('1')).toEqual({
      externalId: '1',
      state: 'FAILED',
      waitStatus: 768,
      startedAt: new Date('2026-11-27T07:28:12Z'),
      endedAt: new Date('2026-11-27T07:28:13Z'),
      nodeName: 'n1',
      accountName: 'man',
      reason: 'NonZeroExitCode',
    });
    expect(jobs.get('6')).toMatchObject({ nodeName: '' });
    expect(jobs.get('9')).toMatchObject({ nodeName: '', startedAt: null, endedAt: null });
  });

  it('is read into the ids that carry a comment, the earliest first, whatever other comments contain', () => {
    const text = `12|clusterdesk:u:7.1\n9|clusterdesk:u:7.1\n8|a\nb|c\n7|clusterdesk:u:7.10\n6|(null)\n5|a|clusterdesk:u:7.1\n`;
    expect(readIdsByComment(text, 'clusterdesk:u:7.1')).toEqual(['9', '12']);
    expect(readIdsByComment('', 'clusterdesk:u:7.1')).toEqual([]);
  });

  it('is read into ended jobs of the accounting', () => {
    const jobs = readEndedJobs(
      `5|CANCELLED by 1000|0:15|2026-11-27T07:28:12|2026-11-27T07:28:13|n1|man
6|COMPLETED|3:0|2026-11-27T07:28:12|Unknown|None assigned|man\n`,
    );
    expect(jobs.get('5')).toMatchObject({ state: 'CANCELLED', waitStatus: 15, nodeName: 'n1' });
    expect(jobs.get('6')).toMatchObject({ waitStatus: 768, endedAt: null, nodeName: '' });
  });

  it('is read into what jobs used: the time of the job, the largest memory of its steps', () => {
    const usage = readUsage(
      '17|1-02:00:01|\n17.batch|26:00:00|1024K\n17.0|00:01.500|2.5M\n18|00:01.500|\n19||\n',
    );
    expect(usage.get('17')).toEqual({ cpuSeconds: 93_601, maxRssBytes: 2_621_440 });
    expect(usage.get('18')).toEqual({ cpuSeconds: 1.5, maxRssBytes: null });
    expect(usage.get('19')).toEqual({ cpuSeconds: null, maxRssBytes: null });
  });

  it('is read into nodes, each once with all its partitions', () => {
    expect(
      readNodes(
        'n1|short|mixed|2/2/0/4|1000|none\nn1|long|mixed|2/2/0/4|1000|none\nn2|short|down*|0/0/8/8|1000|disk | broken\n',
      ),
    ).toEqual([
      {
        name: 'n1',
        state: 'mixed',
        isResponding: true,
        cpus: { allocated: 2, idle: 2, total: 4 },
        memoryMb: 1000,
        partitions: ['short', 'long'],
        reason: '',
      },
      {
        name: 'n2',
        state: 'down',
        isResponding: false,
        cpus: { allocated: 0, idle: 0, total: 8 },
        memoryMb: 1000,
        partitions: ['short'],
        reason: 'disk | broken',
      },
    ]);
  });

  it('is read into partitions', () => {
    const text = `PartitionName=short AllowGroups=ALL Default=YES DefaultTime=NONE MaxTime=1-00:30:00 MaxCPUsPerNode=6 Nodes=n[1-2] State=UP TotalCPUs=12
PartitionName=small Default=NO MaxTime=UNLIMITED MaxCPUsPerNode=UNLIMITED Nodes=n3 State=INACTIVE\n`;
    expect(readPartitions(text)).toEqual([
      { name: 'short', state: 'UP', isDefault: true, mostCpusPerNode: 6, maxMinutes: 1_470 },
      {
        name: 'small',
        state: 'INACTIVE',
        isDefault: false,
        mostCpusPerNode: null,
        maxMinutes: null,
      },
    ]);
  });
});
