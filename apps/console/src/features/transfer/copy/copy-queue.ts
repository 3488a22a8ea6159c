import { answerCodes, endpoints, limits, type CopyState } from '@clusterdesk/contracts';
import { z } from 'zod';
import { ApiError } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { changesOf, type FileSpace } from '../../../shared/file-browser/file-space.js';
import type { Operation } from '../upload/queue/upload-group.js';
import { ListStore } from '../list-store.js';
import { SessionList, type SessionStorage } from '../session-list.js';

/** A copy that was started in this window, as the panel shows it; `id` is the server's. */
export type CopyView = CopyState & { id: string };

const pollMs = 3_000;

const isOpen = ({ state }: CopyView): boolean => state === 'waiting' || state === 'copying';

/** The copies that were started in this window; the worker does them, whatever becomes of the window. */
export class CopyQueue {
  private readonly list = new ListStore<CopyView>();
  private readonly leftIds: SessionList<string>;
  /** Left by the page before, and not answered yet. */
  private readonly returning = new Set<string>();
  readonly getView = this.list.getView;
  readonly subscribe = this.list.subscribe;
  /** Ends with the session: a question asked after it would be refused, and end the next one. */
  private life = new AbortController();

  constructor(storage: SessionStorage, userId: string) {
    this.leftIds = new SessionList(storage, `clusterdesk.copies.${userId}`, z.array(z.string()));
  }

  /** Starts a copy and answers its id; it goes on by itself. @throws ApiError when the server refuses to begin */
  async copy(
    space: FileSpace,
    paths: string[],
    dir: string,
    operation: Operation,
  ): Promise<string> {
    const state = await changesOf(space).copy(paths, dir, operation);
    this.follow(state);
    return state.copyId;
  }

  /** Shows a copy that a call has begun, and how far it is. */
  follow(state: CopyState): void {
    const id = state.copyId;
    // It may have ended before this answer: `handleProgress` decides what an end means.
    this.list.add({ ...state, id, state: 'waiting' });
    this.handleProgress(state);
    this.pollLater(id);
  }

  /** Finds again what was being copied when the window was reloaded. */
  restore(): void {
    const { signal } = this.life;
    this.leftIds.take().forEach((copyId) => {
      this.returning.add(copyId);
      call(endpoints.copies.state, { copyId }, signal)
        .then((state) => !signal.aborted && this.follow(state))
        .catch(() => undefined) // it is over and forgotten
        .finally(() => this.returning.delete(copyId));
    });
  }

  /** Leaves what is being copied to the page that is loaded next in this window. */
  leave(): void {
    const open = this.list.getView().filter(isOpen);
    this.leftIds.leave([...this.returning, ...open.map(({ id }) => id)]);
  }

  /** Asks nothing any more: the session is over. The copies themselves go on. */
  dispose(): void {
    this.life.abort();
    this.life = new AbortController();
  }

  /** Handles the progress of a copy; those of other windows are not ours to show. */
  handleProgress(state: CopyState): void {
    const item = this.list.find(state.copyId);
    if (!item || !isOpen(item)) {
      return;
    }
    const isLate = item.state === 'copying' && state.state === 'waiting';
    if (!isLate) {
      this.list.patch(item.id, state);
    }
    // What was left out is to be read; otherwise there is nothing to see.
    if (state.state === 'cancelled') {
      this.dismiss(item.id);
    } else if (state.state === 'done' && !state.message) {
      setTimeout(() => this.dismiss(item.id), limits.uploadPanelCloseMs);
    }
  }

  /** Asks how far everything is: after a lost connection events may have been missed. */
  refresh(): void {
    this.list
      .getView()
      .filter(isOpen)
      .forEach(({ id }) => void this.ask(id));
  }

  /** Stops a copy. @throws ApiError */
  async cancel(id: string): Promise<void> {
    await call(endpoints.copies.cancel, { copyId: id });
    this.dismiss(id);
  }

  dismiss(id: string): void {
    this.list.remove(id);
  }

  private async ask(copyId: string, { signal } = this.life): Promise<void> {
    try {
      this.handleProgress(await call(endpoints.copies.state, { copyId }, signal));
    } catch (error) {
      if (!signal.aborted && error instanceof ApiError && error.code === answerCodes.notFound) {
        this.dismiss(copyId);
      }
    }
  }

  private pollLater(id: string, life = this.life): void {
    setTimeout(() => {
      const item = this.list.find(id);
      if (item && isOpen(item) && !life.signal.aborted) {
        void this.ask(id, life).then(() => this.pollLater(id, life));
      }
    }, pollMs);
  }
}
