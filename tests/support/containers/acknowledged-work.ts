import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { endpoints, type ApplicationRow } from '@clusterdesk/contracts';
import { addProject, applyFor, putInProject } from '../browser/project-people.js';
import { addUser, type SignedInUser } from '../platform/add-user.js';
import type { ApiClient } from '../platform/api-client.js';
import { expectAtMost } from '../speed/figures.js';
import { waitFor } from '../wait-for.js';
import { expectKept, type Kept } from './acknowledged-checks.js';
import type { ContainerPlatform } from './container-platform.js';
import { RemoteUpload } from './remote-upload.js';

/** What no call may exceed, whatever is away: it is answered, be it with 503. */
const answerWithinMs = 10_000;
const decisions = 12;
/** Between two acts of a kind: faults last for seconds, and each job occupies its host. */
const pauseMs = {
  folders: 300,
  uploads: 500,
  // Fewer than `limits.sharesPerMinute`, also where nothing else keeps the machine busy.
  shares: 1_100,
  decisions: 700,
  jobs: 1_500,
  copies: 1_500,
  packages: 1_500,
};

/** What an act says of itself: what was promised, or the code of the refusal. */
type Outcome = { kept: Kept } | { refusal: number };

/**
 * Goes on working while a test breaks a platform: folders, uploads, shares, decisions, jobs, copies and packages, one after the other of each
 * kind. What was acknowledged must be there in the end, once (`end`); what was not must have been refused with 503, in time.
 */
export class AcknowledgedWork {
  private readonly kept: Kept[] = [];
  private readonly wrong: string[] = [];
  private refusals = 0;
  /** The kinds of acts of which some have been refused with 503. */
  readonly refusedKinds = new Set<string>();
  /**
   * While nginx reads its configuration anew: it closes connections that are idle, and what is just being sent on one breaks off
   * unread. Browsers send that again.
   */
  mayBreakOff = false;
  private slowest = { kind: '', ms: 0 };
  private isOver = false;
  private counter = 0;
  private loops: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly platform: ContainerPlatform,
    private readonly client: ApiClient,
    private readonly receiver: SignedInUser,
    private readonly waiting: ApplicationRow[],
    /** In front of all names: a platform may see several works. */
    private readonly prefix: string,
  ) {}

  /** @param platform with an agent; acts go by nginx */
  static async begin(platform: ContainerPlatform, prefix: string): Promise<AcknowledgedWork> {
    const client = await platform.signIn();
    const receiver = await addUser(client, `${prefix}_receiver`);
    const { id } = await addProject(client, `${prefix}_project`, [receiver]);
    const waiting: ApplicationRow[] = [];
    for (let number = 0; number < decisions; number += 1) {
      await putInProject(client, id, `/${number}.txt`);
      waiting.push(await applyFor(receiver.client, id, [`/${number}.txt`]));
    }
    await client.expectOk(endpoints.disk.mkdir, { path: `/${prefix}_source` });
    const work = new AcknowledgedWork(platform, client, receiver, waiting, prefix);
    work.loops = work.goOn();
    await work.waitForMore(5);
    return work;
  }

  /** So many more acts have been acknowledged. */
  async waitForMore(count: number): Promise<void> {
    const before = this.kept.length;
    await waitFor(`${count} acts to be acknowledged`, () => this.kept.length >= before + count);
  }

  /** So many more acts have been refused with 503. */
  async waitForRefusals(count: number): Promise<void> {
    const before = this.refusals;
    await waitFor(`${count} acts to be refused`, () => this.refusals >= before + count);
  }

  /** Ends the work and looks at all that was promised. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.loops;
    expect(this.wrong).toEqual([]);
    await expectKept(this.platform, this.client, this.receiver, this.kept);
    const { kind, ms } = this.slowest;
    expectAtMost(`${this.prefix}: the slowest answer (${kind})`, ms, answerWithinMs);
  }

  private goOn(): Promise<unknown> {
    const acts: Record<keyof typeof pauseMs, (name: string) => Promise<Outcome | null>> = {
      folders: (name) => this.makeFolder(name),
      uploads: (name) => this.upload(name),
      shares: (name) => this.share(name),
      decisions: () => this.decide(),
      jobs: (name) => this.submit(name),
      copies: (name) => this.copy(name),
      packages: (name) => this.pack(name),
    };
    return Promise.all(
      Object.entries(acts).map(async ([kind, act]) => {
        while (!this.isOver) {
          this.counter += 1;
          await this.attempt(kind, () => act(`${this.prefix}_${this.counter}`));
          await sleep(pauseMs[kind as keyof typeof pauseMs]);
        }
      }),
    );
  }

  private async attempt(kind: string, act: () => Promise<Outcome | null>): Promise<void> {
    try {
      const outcome = await act();
      if (outcome === null) {
        return;
      }
      if ('kept' in outcome) {
        this.kept.push(outcome.kept);
      } else if (outcome.refusal === 503) {
        this.refusals += 1;
        this.refusedKinds.add(kind);
      } else {
        this.wrong.push(`${kind}: ${outcome.refusal}`);
      }
    } catch (error) {
      if (this.mayBreakOff && error instanceof TypeError && error.message === 'fetch failed') {
        return;
      }
      this.wrong.push(`${kind}: ${String(error)}`);
    }
  }

  /** Waits for the answer to one call. */
  private async timed<T>(kind: Kept['kind'], answer: Promise<T>): Promise<T> {
    const askedAt = performance.now();
    try {
      return await answer;
    } finally {
      const ms = performance.now() - askedAt;
      this.slowest = ms > this.slowest.ms ? { kind, ms } : this.slowest;
    }
  }

  private async makeFolder(name: string): Promise<Outcome> {
    const { success, code } = await this.timed(
      'folder',
      this.client.call(endpoints.disk.mkdir, { path: `/${name}` }),
    );
    return success ? { kept: { kind: 'folder', name } } : { refusal: code };
  }

  private async upload(name: string): Promise<Outcome> {
    const content = Buffer.from(`${name} `.repeat(2_000));
    const upload = await this.timed('upload', RemoteUpload.tryToBegin(this.client, name, content));
    if (typeof upload === 'number') {
      return { refusal: upload };
    }
    const [status] = await this.timed('upload', upload.send(this.client, 0));
    return status === 204 ? { kept: { kind: 'upload', name, content } } : { refusal: status };
  }

  private async share(name: string): Promise<Outcome> {
    const { success, code, result } = await this.timed(
      'share',
      this.client.call(endpoints.shares.add, {
        paths: [`/${this.prefix}_source`],
        shareType: 1,
        users: [{ id: this.receiver.id }],
      }),
    );
    return success ? { kept: { kind: 'share', name, id: result.id } } : { refusal: code };
  }

  private async decide(): Promise<Outcome | null> {
    const application = this.waiting.shift();
    if (!application) {
      return null;
    }
    const { id } = application;
    const { success, code } = await this.timed(
      'decision',
      this.client.call(endpoints.approvals.agree, {
        id,
        status: '1',
      }),
    );
    return success ? { kept: { kind: 'decision', name: id, id } } : { refusal: code };
  }

  private async submit(name: string): Promise<Outcome> {
    const { success, code, result } = await this.timed(
      'job',
      this.client.call(endpoints.jobs.run, {
        jobName: name,
        queueName: this.platform.agent(0).queueName,
        scriptContent: `echo ${name}`,
      }),
    );
    return success ? { kept: { kind: 'job', name, id: result.jobId } } : { refusal: code };
  }

  private async copy(name: string): Promise<Outcome> {
    const { success, code, result } = await this.timed(
      'copy',
      this.client.call(endpoints.copies.copy, {
        paths: [`/${this.prefix}_source`],
        dir: '/',
        async: true,
        operation: '2',
      }),
    );
    return success ? { kept: { kind: 'copy', name, id: result.copyId } } : { refusal: code };
  }

  private async pack(name: string): Promise<Outcome> {
    const { success, code, result } = await this.timed(
      'package',
      this.client.call(endpoints.downloads.getDownloadPath, {
        paths: [`/${this.prefix}_source`],
        async: true,
      }),
    );
    if (!success) {
      return { refusal: code };
    }
    const id = typeof result === 'string' ? result : result.packageId;
    return { kept: { kind: 'package', name, id } };
  }
}
