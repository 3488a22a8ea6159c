import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { endpoints } from '@clusterdesk/contracts';
import {
  AttackedPlatform,
  installations,
  isRoot,
  type Attacker,
} from '../support/platform/attacked-platform.js';

jest.setTimeout(180_000);

/** What another user's call may take meanwhile. */
const answerMs = 1_000;
/** How long a burden is borne before its job is stopped. */
const burdenMs = 3_000;

const forkBomb = `perl -e '$SIG{CHLD} = "IGNORE"; while (1) { fork; }'`;

/** Registers as many watches as a user may have (fs.epoll.max_user_watches); they are memory of the kernel's own. */
const epollBomb = `perl - <<'PERL'
my ($create, $event, $ctl) = ${process.arch === 'arm64' ? '(20, 19, 21)' : '(291, 290, 233)'};
for my $process (1 .. 40) {
  next if fork;
  my @events = map { syscall($event, 0, 0) } 1 .. 400;
  my @polls = map { syscall($create, 0) } 1 .. 400;
  for my $poll (@polls) { for my $watched (@events) {
    my $what = pack 'LQ', 1, 0;
    syscall($ctl, $poll, 1, $watched, $what) == 0 or print("full: $!\\n"), last;
  } }
  sleep 600;
}
sleep 600;
PERL`;

/** Takes 2 GB, in pieces so that it is stopped where its limit is. */
const memoryBomb = `perl -e '$| = 1; my @kept; for (1 .. 32) { push @kept, "x" x (64 << 20); print "$_\\n" } sleep 600'`;
const scratchBomb = `for d in /tmp /var/tmp /dev/shm /run/lock; do dd if=/dev/zero of=$d/full bs=1M count=2000; done 2>&1 | grep -c 'No space'; du -scm /tmp /var/tmp /dev/shm /run/lock 2>/dev/null | tail -1`;
const outputBomb = `yes "$(head -c 4000 /dev/zero | tr '\\0' x)" & sleep 600`;

const burdens: [what: string, script: string][] = [
  ['processes without end', forkBomb],
  ['2 GB of memory', memoryBomb],
  ['as many watches of the kernel as there may be', epollBomb],
  ['full folders for scratch', scratchBomb],
  ['output without end', outputBomb],
];

// Without an account of his own for jobs an ordinary user shares the limits that the kernel keeps for each account: what is
// counted that way only root's installation withstands (docs/security.md).
describe.each(installations.filter(({ uid }) => uid === null || !isRoot))(
  'an installation $name under a job of',
  (installation) => {
    let attacked: AttackedPlatform;
    let mallory: Attacker;
    let bob: Attacker;

    beforeAll(async () => {
      // Bounded, so that what is tried stays a trial: this host runs other things, too.
      attacked = await AttackedPlatform.start(installation, {
        AGENT_JOB_MEMORY: '1G',
        AGENT_JOB_PROCESSES: '1000',
      });
      mallory = await attacked.addUser('mallory');
      bob = await attacked.addUser('bob');
    });
    afterAll(() => attacked?.stop());

    const pids = (): Promise<number[]> =>
      Promise.all(
        (['database', 'server', 'worker', 'agent'] as const).map((name) =>
          attacked.platform.pidOf(name),
        ),
      );

    const callsOfBob = [
      () => bob.client.expectOk(endpoints.disk.list, {}),
      () => bob.client.expectOk(endpoints.jobs.list, {}),
    ];

    /** The longest answer of bob's calls, each timed by itself, one after the other, until `until`. */
    async function slowestUntil(until: number): Promise<number> {
      let slowest = 0;
      while (Date.now() < until) {
        for (const call of callsOfBob) {
          const begin = performance.now();
          await call();
          slowest = Math.max(slowest, performance.now() - begin);
        }
        await sleep(20);
      }
      return slowest;
    }

    test.each(burdens)('%s: others are answered within a second', async (what, script) => {
      const before = await pids();
      const jobId = await mallory.submit(`echo begun\n${script}`);
      await mallory.waitForWord(jobId, 'begun');
      const slowest = await slowestUntil(Date.now() + burdenMs);
      await mallory.client.call(endpoints.jobs.stop, { jobId });
      // All the processors are free again soon, be its output still on its way.
      const next = await bob.run('echo mine', { cpus: availableParallelism() }, 20_000);
      expect(next.output).toBe('mine\n');
      expectAtMost(`another user's call beside ${what}`, slowest, answerMs);
      // Nothing of the platform had to be started again.
      expect(await pids()).toEqual(before);
      const quiet = await slowestUntil(Date.now() + 500);
      expectAtMost(`another user's call after ${what}`, quiet, answerMs);
    });

    test('a job computes on the processor that it reserved, whatever it asks for', async () => {
      const said = await mallory.probe({
        before: 'nproc',
        after: 'taskset -pc 0-63 $$ >/dev/null 2>&1; nproc',
      });
      expect(said).toEqual({ before: '1', after: '1' });
    });

    test('a job writes its output into a pipe, which takes no more than there may be', async () => {
      const said = await mallory.probe({
        space: `perl -e 'open(my $out, ">&", 2); my $r = syscall(${process.arch === 'arm64' ? 47 : 285}, fileno($out), 1, 0, 3 << 30); print STDOUT $r == 0 ? "TAKEN" : "refused: $!"'`,
      });
      expect(said['space']).toMatch(/^refused/);
    });

    test('a job that takes more memory than it may is ended, whole, and says why', async () => {
      const { output, status } = await mallory.run(`sleep 600 &\n${memoryBomb}`);
      expect(status).toBe('FAILED');
      expect(output).toMatch(/ClusterDesk: the job needed more memory/);
    });
  },
);
