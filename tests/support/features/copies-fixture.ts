import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type EndpointAnswer, type Envelope } from '@clusterdesk/contracts';
import { Staging } from '../../../apps/server/src/features/spaces/storage/staging.js';
import type { TimingChanges } from '../../../apps/server/src/platform/timings.js';
import { SpecPlatform, type SpecUser } from '../server/spec-platform.js';
import { waitFor } from '../wait-for.js';
import { furnishHome, type Operation } from './furnish-home.js';

const { copies } = endpoints;

export type CopyAnswer = EndpointAnswer<typeof copies.state>;

/** A platform with a worker, and copies in the home of its user `ann`; `bob` is somebody else. */
export class SpecCopies {
  private constructor(
    readonly platform: SpecPlatform,
    readonly ann: SpecUser,
    readonly bob: SpecUser,
  ) {}

  static async open(timings: TimingChanges): Promise<SpecCopies> {
    const platform = await SpecPlatform.open({ withWorker: true, timings });
    return new SpecCopies(platform, await platform.addUser('ann'), await platform.addUser('bob'));
  }

  close(): Promise<void> {
    return this.platform.close();
  }

  /** Forgets all copies, and gives Ann's home back what it had. */
  async reset(): Promise<void> {
    await this.platform.query('DELETE FROM copy_task');
    await furnishHome(this.ann.home);
  }

  /** Copies, and answers when it is done. */
  copy(
    paths: string[],
    dir = '/to',
    operation: Operation = '0',
    user: SpecUser | null = this.ann,
  ): Promise<Envelope<CopyAnswer>> {
    return this.platform.call(user, copies.copy, { paths, dir, operation });
  }

  /** Lets a copy begin, which goes on by itself. */
  async begin(paths: string[]): Promise<string> {
    const input = { paths, dir: '/to', operation: '0', async: true } as const;
    const { success, message, result } = await this.platform.call(this.ann, copies.copy, input);
    if (!success) {
      throw new Error(`The copy was refused: ${message}`);
    }
    return result.copyId;
  }

  async state(copyId: string): Promise<CopyAnswer> {
    return (await this.platform.call(this.ann, copies.state, { copyId })).result;
  }

  ended(copyId: string): Promise<CopyAnswer> {
    return waitFor('the copy to end', async () => {
      const now = await this.state(copyId);
      return ['done', 'failed', 'cancelled'].includes(now.state) ? now : null;
    });
  }

  /** All that stands in the folder `to`. */
  async inTarget(): Promise<string[]> {
    return (await readdir(join(this.ann.home, 'to'), { recursive: true })).sort();
  }

  async nothingStaged(): Promise<void> {
    await waitFor('staging to be empty', async () => {
      return (await readdir(this.platform.get(Staging).copiesDir)).length === 0;
    });
  }
}
