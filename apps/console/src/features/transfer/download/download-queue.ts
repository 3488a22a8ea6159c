import {
  answerCodes,
  endpoints,
  limits,
  spaceRefSchema,
  type PackageState,
  type SpaceRef,
} from '@clusterdesk/contracts';
import { z } from 'zod';
import { ApiError, messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { downloadUrl, fetchByBrowser } from '../../../shared/files/fetch-by-browser.js';
import { translate } from '../../../shared/i18n/i18n.js';
import { ListStore } from '../list-store.js';
import type { FindSpace } from '../space-finder.js';
import type { TransferQueue } from '../transfer-queue.js';
import { SessionList, type SessionStorage } from '../session-list.js';

/** A download that waits or is being packed, as the panel shows it. `queued`: another transfer is before it. */
export interface PackingView {
  id: string;
  space: SpaceRef;
  name: string;
  paths: string[];
  packageId: string | null;
  state: PackageState['state'] | 'queued';
  doneBytes: number;
  totalBytes: number;
  doneFiles: number;
  totalFiles: number;
  problem: string | null;
}

const pollMs = 2_000;
let nextId = 0;

const remembered = z.array(
  z.object({
    space: spaceRefSchema.default({ space: 'disk' }),
    name: z.string(),
    paths: z.array(z.string()),
    packageId: z.string().nullable(),
  }),
);

const nameOf = (path: string): string => path.split('/').at(-1) || path;

function nameOfAll(paths: readonly string[]): string {
  const name = nameOf(paths[0] ?? '');
  return paths.length > 1
    ? translate('transfer:downloadName', { name, count: paths.length - 1 })
    : name;
}

/** The downloads of this window: one file at once, several as a zip when it is packed; one packing at a time. */
export class DownloadQueue {
  private readonly list = new ListStore<PackingView>();
  private readonly leftPackages: SessionList<z.infer<typeof remembered>[number]>;
  readonly getView = this.list.getView;
  readonly subscribe = this.list.subscribe;
  /** Ends with the session: a question asked after it would be refused, and end the next one. */
  private life = new AbortController();

  constructor(
    private readonly transferQueue: TransferQueue,
    private readonly find: FindSpace,
    storage: SessionStorage,
    userId: string,
  ) {
    this.leftPackages = new SessionList(storage, `clusterdesk.packages.${userId}`, remembered);
  }

  /** Downloads one file: the browser fetches it by itself. False: another transfer runs, so it waits for its turn. @throws ApiError */
  async fetchFile(space: SpaceRef, path: string): Promise<boolean> {
    if (this.transferQueue.isBusy()) {
      return this.enter({ space, name: nameOf(path), paths: [path], packageId: null });
    }
    const answer = await this.find(space).reads.download([path], false);
    if (typeof answer === 'string') {
      fetchByBrowser(downloadUrl(answer));
    }
    return true;
  }

  /** Has several entries, or a folder, packed and downloads the zip; false: it waits for its turn. Failures are shown in the panel. */
  fetchPackage(space: SpaceRef, paths: string[]): boolean {
    return this.enter({ space, name: nameOfAll(paths), paths, packageId: null });
  }

  /** Goes on with a download that a call has asked for already; false: it waits for its turn. */
  follow(space: SpaceRef, paths: string[], answer: string | PackageState): boolean {
    if (typeof answer === 'string') {
      fetchByBrowser(downloadUrl(answer));
      return true;
    }
    const { packageId } = answer;
    return this.enter({ space, name: nameOfAll(paths), paths, packageId });
  }

  /** Finds again what was being packed when the window was reloaded. */
  restore(): void {
    this.leftPackages.take().forEach((entry) => this.enter(entry));
  }

  /** Leaves what is being packed to the page that is loaded next in this window. */
  leave(): void {
    const open = this.list.getView().filter(({ state }) => !/ready|failed/.test(state));
    this.leftPackages.leave(
      open.map(({ space, name, paths, packageId }) => ({ space, name, paths, packageId })),
    );
  }

  /** Asks nothing any more: the session is over. What is being packed goes on. */
  dispose(): void {
    this.life.abort();
    this.life = new AbortController();
  }

  /** Handles the progress of a package, from an event or a poll. Packages of other windows are not ours to show. */
  handleProgress(state: PackageState): void {
    const item = this.list.getView().find(({ packageId }) => packageId === state.packageId);
    if (!item || item.state === 'ready' || item.state === 'failed') {
      return;
    }
    if (state.state === 'ready' && state.token) {
      this.finish(item.id, state.token);
    } else if (state.state === 'failed') {
      this.fail(item.id, state.message || translate('transfer:packFailed'));
    } else if (state.state === 'cancelled') {
      this.dismiss(item.id); // another window of the same user stopped it
    } else {
      const { doneBytes, totalBytes, doneFiles, totalFiles } = state;
      this.list.patch(item.id, {
        // News may overtake each other on their two ways; progress does not go back.
        state: item.state === 'packing' ? 'packing' : state.state,
        doneBytes: Math.max(item.doneBytes, doneBytes),
        doneFiles: Math.max(item.doneFiles, doneFiles),
        totalBytes,
        totalFiles,
      });
    }
  }

  /** Asks how far everything is: after a lost connection events may have been missed. */
  refresh(): void {
    this.list.getView().forEach(({ packageId }) => packageId && void this.ask(packageId));
  }

  retry(id: string): void {
    const item = this.list.find(id);
    if (item?.state === 'failed') {
      this.list.patch(id, { state: 'queued', packageId: null, problem: null, doneBytes: 0 });
      this.transferQueue.request(id, () => void this.start(id));
    }
  }

  /** Stops the packing; what was packed is removed. @throws ApiError */
  async cancel(id: string): Promise<void> {
    const packageId = this.list.find(id)?.packageId;
    this.dismiss(id);
    if (packageId) {
      await call(endpoints.downloads.cancelPackage, { packageId });
    }
  }

  dismiss(id: string): void {
    this.list.remove(id);
    this.transferQueue.leave(id);
  }

  private enter(entry: z.infer<typeof remembered>[number]): boolean {
    const id = `download${(nextId += 1)}`;
    const counts = { doneBytes: 0, totalBytes: 0, doneFiles: 0, totalFiles: 0 };
    this.list.add({ id, ...entry, state: 'queued', ...counts, problem: null });
    this.transferQueue.request(id, () => void this.start(id));
    return this.transferQueue.hasTurn(id);
  }

  private async start(id: string): Promise<void> {
    const item = this.list.find(id);
    if (!item) {
      return;
    }
    this.list.patch(id, { state: 'waiting' });
    if (item.packageId) {
      this.pollLater(item.packageId, 0);
      return;
    }
    try {
      const answer = await this.find(item.space).reads.download(item.paths, true);
      const packageId = typeof answer === 'string' ? null : answer.packageId;
      if (!this.list.find(id)) {
        // Cancelled before the server had said which package it is.
        await (packageId && call(endpoints.downloads.cancelPackage, { packageId }));
      } else if (typeof answer === 'string') {
        this.finish(id, answer);
      } else {
        this.list.patch(id, { packageId });
        this.handleProgress(answer);
        this.pollLater(answer.packageId, pollMs);
      }
    } catch (error) {
      this.fail(id, messageOf(error));
    }
  }

  private finish(id: string, token: string): void {
    fetchByBrowser(downloadUrl(token));
    this.list.patch(id, { state: 'ready' });
    this.transferQueue.leave(id);
    setTimeout(() => this.dismiss(id), limits.downloadPanelCloseMs);
  }

  private fail(id: string, problem: string): void {
    this.list.patch(id, { state: 'failed', problem });
    this.transferQueue.leave(id);
  }

  private isOpen(packageId: string): boolean {
    return this.list
      .getView()
      .some((item) => item.packageId === packageId && /waiting|packing/.test(item.state));
  }

  private async ask(packageId: string, { signal } = this.life): Promise<void> {
    try {
      this.handleProgress(await call(endpoints.downloads.packageState, { packageId }, signal));
    } catch (error) {
      const item = this.list.getView().find((other) => other.packageId === packageId);
      if (
        item &&
        !signal.aborted &&
        error instanceof ApiError &&
        error.code === answerCodes.notFound
      ) {
        this.fail(item.id, error.message);
      }
    }
  }

  /** Events may be missed; the state itself is asked for until the package is done. */
  private pollLater(packageId: string, waitMs: number, life = this.life): void {
    setTimeout(() => {
      if (this.isOpen(packageId) && !life.signal.aborted) {
        void this.ask(packageId, life).then(() => this.pollLater(packageId, pollMs, life));
      }
    }, waitMs);
  }
}
