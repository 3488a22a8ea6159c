import { get, type IncomingMessage } from 'node:http';
import { expect, jest } from '@jest/globals';
import type { PackageState } from '@clusterdesk/contracts';
import { CopyRunner } from '../../../apps/server/src/features/copies/running/copy-runner.service.js';
import { EntryCopier } from '../../../apps/server/src/features/copies/running/entry-copier.service.js';
import { PackageBuilder } from '../../../apps/server/src/features/downloads/packages/package-builder.service.js';
import { FreeSpaceGuard } from '../../../apps/server/src/features/spaces/storage/free-space-guard.service.js';
import { RunningWork } from '../../../apps/server/src/platform/running-work/running-work.service.js';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';
import { SpecTus } from '../wire/tus-uploads.js';
import { waitFor } from '../wait-for.js';
import { runWaiting } from './waiting-runs.js';

type End = () => Promise<unknown>;

/** More than the buffers between server and client hold: a download of it runs until somebody reads. */
export const largeBytes = 64 * 1024 * 1024;

/** Work that is in the middle when a right ends. For platforms without a worker; restore mocks after each test. */
export class SpecRunningWork {
  private readonly tus: SpecTus;

  constructor(private readonly platform: SpecPlatform) {
    this.tus = new SpecTus(platform);
  }

  /** Of `largeBytes` or more. @param answer what the token gives after the end */
  async expectDownloadToBreak(token: unknown, end: End, answer = 404): Promise<void> {
    const { response, broken } = await this.readSlowly(String(token));
    expect(response.statusCode).toBe(200);
    await end();
    await this.allEnded();
    response.resume();
    await broken;
    expect(response.complete).toBe(false);
    expect((await this.platform.download(String(token))).status).toBe(answer);
  }

  /** @param asked what a call with `async` answered */
  async expectPackageToFail(
    user: SpecUser,
    asked: string | PackageState | null,
    end: End,
  ): Promise<void> {
    const state = await this.build(user, asked, async () => {
      await end();
      await this.allEnded();
    });
    expect(state).toBe('failed');
  }

  /** Packs what was asked for with something that happens as soon as it has begun. @returns the state of the package then */
  async build(
    user: SpecUser,
    asked: string | PackageState | null,
    meanwhile: End,
  ): Promise<unknown> {
    const room = this.platform.get(FreeSpaceGuard);
    const claim = room.claim.bind(room);
    const claiming = jest.spyOn(room, 'claim').mockImplementation(async (...bytes) => {
      claiming.mockImplementation(claim);
      await meanwhile();
      return claim(...bytes);
    });
    await this.pack(asked);
    // Cut off in the middle of a write, it is tried again.
    const state = await this.pack(asked);
    expect(claiming).toHaveBeenCalled();
    return state;
  }

  /** Packs what was asked for. @returns the state of the package then */
  async pack(asked: string | PackageState | null): Promise<unknown> {
    const packageId = asked === null || typeof asked === 'string' ? '' : asked.packageId;
    await runWaiting(this.platform, this.platform.get(PackageBuilder));
    return this.stateIn('download_package', packageId);
  }

  /** What the right is told of ends the copy by itself: at its steps, too, the right would be read again. */
  async expectCopyToFail(user: SpecUser, copyId: string, end: End): Promise<void> {
    const copier = this.platform.get(EntryCopier);
    const copyAll = copier.copyAll.bind(copier);
    const copying = jest
      .spyOn(copier, 'copyAll')
      .mockImplementation(async (copy, lease, progress, signal) => {
        const opened = await copier.open(copy);
        await end();
        await waitFor('the copy to be aborted', () => signal.aborted);
        jest.spyOn(copier, 'open').mockResolvedValue(opened);
        return copyAll(copy, lease, progress, signal);
      });
    await runWaiting(this.platform, this.platform.get(CopyRunner));
    expect(copying).toHaveBeenCalled();
    expect(await this.stateIn('copy_task', copyId)).toBe('failed');
  }

  async expectUploadToBreak(
    user: SpecUser,
    metadata: Record<string, string>,
    end: End,
  ): Promise<void> {
    const content = Buffer.alloc(1_000_000, 'x');
    const url = await this.tus.begin(user, metadata, content.length);
    const sending = await this.tus.sendPart(user, url, content, 300_000);
    const closed = new Promise((resolve) => sending.once('close', resolve));
    await end();
    await closed;
  }

  private allEnded(): Promise<true> {
    return waitFor('the work to end', () => this.platform.get(RunningWork).size === 0);
  }

  /** Takes the head of an answer and then reads nothing; `broken` when the server ends it before all of it came. */
  private readSlowly(token: string): Promise<{ response: IncomingMessage; broken: Promise<void> }> {
    const url = `${this.platform.baseUrl}/api/user/info/download?path=${encodeURIComponent(token)}`;
    return new Promise((resolve, reject) => {
      get(url, { agent: false }, (response) => {
        response.pause();
        const broken = new Promise<void>((isBroken) => response.once('error', () => isBroken()));
        resolve({ response, broken });
      }).on('error', reject);
    });
  }

  private async stateIn(table: 'copy_task' | 'download_package', id: string): Promise<unknown> {
    const rows = await this.platform.query(`SELECT state FROM ${table} WHERE id = $1`, [id]);
    return rows[0]?.['state'];
  }
}
