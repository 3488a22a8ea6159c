import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { storedJob } from '../support/features/slurm-fixture.js';
import { hasSlurm, TestSlurm } from '../support/platform/test-slurm.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { waitFor } from '../support/wait-for.js';

const calls = endpoints.jobs;

/** Quick, and in the order of the platform's own. */
const timings = {
  tasks: { dueWorkMs: 300 },
  jobs: { slurmPollMs: 250, slurmCommandMs: 1_000, slurmSettleMs: 1_500 },
};

(hasSlurm() ? describe : describe.skip)('a queue of a real Slurm', () => {
  let slurm: TestSlurm;
  let platform: SpecPlatform;
  let man: SpecUser;
  let backup: SpecUser;
  let admin: SpecUser;

  beforeAll(async () => {
    slurm = await TestSlurm.start();
    platform = await SpecPlatform.open({
      withWorker: true,
      timings,
      environment: {
        SLURM_CONF: slurm.configFile,
        SLURM_SHARED_DIR: slurm.sharedDir,
        // `man` and `backup` are accounts of every Debian.
        SLURM_FIRST_UID: '2',
      },
    });
    man = await platform.addUser('man', ['/taskManangement']);
    backup = await platform.addUser('backup', ['/taskManangement']);
    admin = await platform.addUser('keeper', ['/queueManangement']);
    await addQueue('cluster', ['short', 'small']);
    await addQueue('closed', ['closed']);
    await addQueue('default', []);
  });
  afterAll(async () => {
    await platform?.stop();
    await slurm?.stop();
  });

  async function addQueue(queueName: string, partitions: string[]): Promise<void> {
    const queue = { queueName, partitions, backend: 'slurm' as const, isOpenToEveryone: true };
    expect((await platform.call(admin, calls.queueAdd, queue)).code).toBe(200);
  }

  async function submit(
    scriptContent: string,
    more: Partial<EndpointInput<typeof calls.run>> = {},
    user = man,
  ): Promise<string> {
    const input = { jobName: 'job', queueName: 'cluster', scriptContent, ...more };
    const answer = await platform.call(user, calls.run, input);
    if (answer.code !== 200) {
      throw new Error(answer.message);
    }
    return answer.result.jobId;
  }

  type StoredJob = Awaited<ReturnType<typeof storedJob>>;
  const jobOf = (jobId: string): Promise<StoredJob> => storedJob(platform, jobId);

  async function reasonOf(jobId: string, user = man): Promise<string> {
    const { result } = await platform.call(user, calls.detail, { jobId });
    return result.waiting?.text ?? result.reason;
  }

  async function logOf(jobId: string, user = man): Promise<string> {
    return (await platform.call(user, calls.log, { jobId })).result.text;
  }

  const reaches = (jobId: string, status: string): Promise<StoredJob> =>
    waitFor(`job ${jobId} is ${status}`, async () => {
      const job = await jobOf(jobId);
      return job.status === status && job;
    });

  const waitsFor = (jobId: string, words: string): Promise<true> =>
    waitFor(`job ${jobId} waits: ${words}`, async () =>
      (await reasonOf(jobId)).includes(words) ? true : null,
    );

  /** The ids in Slurm of the jobs that carry the comment of this one. */
  const twinsOf = (jobId: string): string[] =>
    slurm.jobs('%A|%k').flatMap((line) => {
      const [id = '', comment = ''] = line.split('|');
      return comment.endsWith(`:${jobId}.1`) ? [id] : [];
    });

  describe('a time limit that Slurm enforces half a minute later', () => {
    let jobId: string;
    beforeAll(async () => {
      jobId = await submit('sleep 300', { maxMinutes: 5 }, backup);
      const { externalId } = await reaches(jobId, 'RUNNING');
      expect(slurm.run('scontrol', 'show', 'job', '-o', externalId!)).toContain(
        'TimeLimit=00:05:00',
      );
      slurm.run('scontrol', 'update', `JobId=${externalId!}`, 'EndTime=now+1');
    });

    it('shows output while a job runs, then its end, its node, and its exit code', async () => {
      const script =
        '#!/bin/bash\necho begins 第一行\nread -t 2 < <(sleep 2)\necho ends >&2\nexit 3\n';
      const id = await submit(script, { cpus: 2 });
      const running = await reaches(id, 'RUNNING');
      expect(running.nodeName).toMatch(/^n[123]$/);
      await waitFor('the first line', async () => (await logOf(id)).includes('第一行'));
      expect((await jobOf(id)).status).toBe('RUNNING');
      const job = await reaches(id, 'FAILED');
      expect(job).toMatchObject({ exitCode: 3, signal: null, reason: '' });
      expect(await logOf(id)).toBe('begins 第一行\nends\n');
      expect(job.endedAt!.getTime() - job.startedAt!.getTime()).toBeGreaterThanOrEqual(1_000);
      expect(readdirSync(slurm.sharedDir).filter((name) => name.startsWith(`${id}.`))).toEqual([]);
    });

    it('tells success, a signal, and a work folder that is not there', async () => {
      const [good, killed, lost] = await Promise.all([
        submit('true'),
        submit('kill -9 $$'),
        submit('true', { workDir: '/no/such/folder' }),
      ]);
      expect(await reaches(good, 'COMPLETED')).toMatchObject({ exitCode: 0, signal: null });
      expect(await reaches(killed, 'FAILED')).toMatchObject({
        exitCode: 137,
        signal: 9,
        reason: '',
      });
      expect((await reaches(lost, 'FAILED')).exitCode).not.toBe(0);
      expect(await logOf(lost)).toContain('/var/cache/man/no/such/folder');
    });

    it('runs a job as the account of its owner, once, whatever its script asks Slurm for', async () => {
      const id = await submit(
        [
          '#!/bin/bash',
          '#SBATCH --uid=0',
          '#SBATCH --ntasks-per-core=2 --nodes=3',
          '#SBATCH -w n3',
          '#SBATCH --output=/tmp/elsewhere',
          '#SBATCH --job-name=other',
          'id -un; pwd; echo "$CLUSTERDESK_JOB_NAME|$CLUSTERDESK_CPUS|$CLUSTERDESK_NODE|$SLURM_ARRAY_TASK_ID"',
          'env; echo "[$0]"',
        ].join('\n'),
        { cpus: 3, jobName: 'the-name' },
      );
      const job = await reaches(id, 'COMPLETED');
      const log = await logOf(id);
      expect(log).toMatch(/^man\n\/var\/cache\/man\nthe-name\|3\|n[12]\|\n/);
      expect(log).not.toContain('PASSWORD');
      expect(log).not.toContain('DATABASE_URL');
      expect(twinsOf(id)).toEqual([job.externalId]);
      expect(slurm.run('scontrol', 'show', 'job', '-o', job.externalId!)).toMatch(
        /JobName=the-name UserId=man\(6\) GroupId=man\(12\) .*Requeue=0 /,
      );
    });

    it('runs each element of an array with its index, and the job after it', async () => {
      const array = await submit('echo "index $CLUSTERDESK_ARRAY_INDEX $SEED"', {
        array: '3-4%1',
        variables: { SEED: "it's, 7" },
      });
      const after = await submit('true', { afterJobIds: [array] });
      await reaches(after, 'COMPLETED');
      const { result } = await platform.call(man, calls.elements, { jobId: array, statuses: '' });
      expect(result.data.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
      const logs = await Promise.all(result.data.map(({ jobId }) => logOf(jobId)));
      expect(logs).toEqual(["index 3 it's, 7\n", "index 4 it's, 7\n"]);
    });

    it('keeps a script and its output from other accounts while the job runs', async () => {
      const secret = await submit('echo secret; sleep 60');
      await reaches(secret, 'RUNNING');
      const { sharedDir } = slurm;
      const spy = await submit(
        `ls ${sharedDir}; cat ${sharedDir}/${secret}.1.*; echo x > ${sharedDir}/${secret}.1.output; ln -s /etc/shadow ${sharedDir}/l; true`,
        {},
        backup,
      );
      await reaches(spy, 'COMPLETED');
      const log = await logOf(spy, backup);
      expect(log).not.toContain('secret;');
      expect(
        log.match(/Permission denied|cannot open|No such file/g)?.length,
      ).toBeGreaterThanOrEqual(3);
      expect(existsSync(`${sharedDir}/l`)).toBe(false);
      await platform.call(man, calls.stop, { jobId: secret });
      expect(await reaches(secret, 'CANCELLED')).toMatchObject({ reason: '' });
    });

    it('refuses to run as root, as the system, or as nobody that the cluster knows', async () => {
      const reasons = [];
      for (const name of ['root', 'daemon', 'nobody', 'someone-else', '34']) {
        const user = await platform.addUser(name, ['/taskManangement']);
        reasons.push((await reaches(await submit('id', {}, user), 'FAILED')).reason);
      }
      expect(reasons).toEqual(Array.from({ length: 5 }, () => 'SLURM_ACCOUNT_UNKNOWN'));
    });

    it('ends what is stopped, whether it runs or waits, and says so of what Slurm cancels itself', async () => {
      const [running, waiting, foreign] = [
        await submit('trap "" TERM; sleep 100 & wait; sleep 100'),
        await submit('true', { queueName: 'closed' }),
        await submit('sleep 100'),
      ];
      await Promise.all([reaches(running, 'RUNNING'), reaches(foreign, 'RUNNING')]);
      await waitsFor(waiting, 'partition is closed');
      for (const jobId of [running, waiting]) {
        expect((await platform.call(man, calls.stop, { jobId })).code).toBe(200);
      }
      slurm.run('scancel', (await jobOf(foreign)).externalId!);
      expect((await reaches(running, 'CANCELLED')).reason).toBe('');
      expect((await reaches(waiting, 'CANCELLED')).reason).toBe('');
      expect((await reaches(foreign, 'CANCELLED')).reason).toBe('SLURM_CANCELLED');
    });

    it('says why a job waits, holds it, and releases it', async () => {
      const id = await submit('true', { queueName: 'closed' });
      await waitsFor(id, 'partition is closed');
      const externalId = (await jobOf(id)).externalId!;
      const slurmHolds = (): boolean =>
        slurm.run('squeue', '-h', '-j', externalId, '-o', '%r').includes('JobHeldUser');
      await platform.call(man, calls.hold, { jobId: id });
      await waitsFor(id, 'holds the job');
      await waitFor('Slurm holds it', slurmHolds);
      await platform.call(man, calls.release, { jobId: id });
      await waitFor('Slurm released it', () => !slurmHolds());
      await waitsFor(id, 'partition is closed');
      // Its owner's access ends, and comes back.
      const open = async (isOpenToEveryone: boolean): Promise<void> => {
        const { result } = await platform.call(admin, calls.queueList, {});
        const queue = result.find(({ queueName }) => queueName === 'closed')!;
        await platform.call(admin, calls.queueAdd, { id: queue.id, isOpenToEveryone });
      };
      await open(false);
      await waitFor('Slurm holds it', slurmHolds);
      await open(true);
      await waitFor('Slurm released it', () => !slurmHolds());
      await waitsFor(id, 'partition is closed');
      slurm.run('scontrol', 'update', 'PartitionName=closed', 'State=UP');
      await reaches(id, 'COMPLETED');
      slurm.run('scontrol', 'update', 'PartitionName=closed', 'State=DOWN');
    });

    it('knows the most CPUs of a queue, and shows what Slurm refuses', async () => {
      await expect(submit('true', { cpus: 7 })).rejects.toThrow('at most 6 CPUs');
      await expect(submit('true', { cpus: 3, queueName: 'closed' })).rejects.toThrow(
        'at most 2 CPUs',
      );
      await addQueue('wrong', ['no-such-partition', 'short']);
      const id = await submit('true', { queueName: 'wrong' });
      expect((await reaches(id, 'FAILED')).reason).toBe('SLURM_REFUSED');
      expect(await logOf(id)).toContain('no-such-partition');
    });

    it('lists partitions and nodes for those who manage queues, and for nobody else', async () => {
      expect((await platform.call(man, calls.slurmList, {})).code).not.toBe(200);
      const { result } = await platform.call(admin, calls.slurmList, {});
      expect(result.reason).toBe('');
      expect(result.partitions).toMatchObject([
        {
          name: 'short',
          state: 'UP',
          isDefault: true,
          nodes: ['n1', 'n2'],
          mostCpusPerNode: 6,
          cpus: { total: 12 },
        },
        {
          name: 'small',
          state: 'UP',
          isDefault: false,
          nodes: ['n3'],
          mostCpusPerNode: null,
          maxMinutes: null,
        },
        { name: 'closed', state: 'DOWN', nodes: ['n3'] },
      ]);
      expect(
        result.nodes.map(({ name, cpus, partitions }) => [
          name,
          cpus.total,
          [...partitions].sort(),
        ]),
      ).toEqual([
        ['n1', 4, ['short']],
        ['n2', 8, ['short']],
        ['n3', 2, ['closed', 'small']],
      ]);
    });

    it('submits a job once to a controller that hangs, however often it is tried', async () => {
      slurm.freezeController();
      const id = await submit('echo once', { queueName: 'default' });
      await waitsFor(id, 'Slurm does not answer');
      for (let round = 0; round < 4; round += 1) {
        await platform.query(
          `UPDATE script_job SET sent_at = sent_at - interval '1 minute' WHERE id = $1 AND NOT is_accepted`,
          [id],
        );
        // Reconciling tries again, and gives up after `slurmCommandMs`.
        await sleep(timings.tasks.dueWorkMs + timings.jobs.slurmCommandMs);
      }
      await waitFor('the list says so', async () => {
        const { result } = await platform.call(admin, calls.slurmList, {});
        return result.reason.includes('Slurm does not answer') && result.nodes.length === 0;
      });
      slurm.thawController();
      await reaches(id, 'COMPLETED');
      expect(twinsOf(id)).toHaveLength(1);
      expect(await logOf(id)).toBe('once\n');
    });

    it('ends what is stopped while nobody knows whether Slurm has it', async () => {
      slurm.freezeController();
      const id = await submit('sleep 100', { queueName: 'default' });
      await waitFor('it was sent', async () => (await jobOf(id)).sentAt);
      expect((await platform.call(man, calls.stop, { jobId: id })).code).toBe(200);
      await waitsFor(id, 'Slurm does not answer');
      slurm.thawController();
      await reaches(id, 'CANCELLED');
      expect(
        slurm
          .jobs('%A|%T|%k')
          .filter((line) => line.endsWith(`:${id}.1`) && !line.includes('|CANCELLED|')),
      ).toEqual([]);
    });

    it('goes on after the controller, then the server was away, with the jobs that ran meanwhile', async () => {
      const ran = await submit('echo ran; sleep 3; exit 5');
      await reaches(ran, 'RUNNING');
      await slurm.stopController();
      const many = await Promise.all(Array.from({ length: 5 }, () => submit('echo later')));
      await waitsFor(many[0]!, 'Slurm does not answer');
      expect((await jobOf(ran)).status).toBe('RUNNING');
      await platform.restart();
      await slurm.startController();
      expect(await reaches(ran, 'FAILED')).toMatchObject({ exitCode: 5 });
      expect(await logOf(ran)).toBe('ran\n');
      for (const id of many) {
        await reaches(id, 'COMPLETED');
        expect(twinsOf(id)).toHaveLength(1);
      }
    });

    it('ends a job of which Slurm has no record any more, and does not take another for it', async () => {
      const id = await submit('true', { queueName: 'closed' });
      await waitsFor(id, 'partition is closed');
      await platform.query(`UPDATE script_job SET external_id = '999999' WHERE id = $1`, [id]);
      expect(await reaches(id, 'NODE_FAIL')).toMatchObject({ reason: 'SLURM_FORGOT' });
    });

    it('ends as TIMEOUT', async () => {
      expect(await reaches(jobId, 'TIMEOUT')).toMatchObject({ userName: 'backup' });
    });
  });
});
