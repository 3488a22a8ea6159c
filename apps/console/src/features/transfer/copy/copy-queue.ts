import { answerCodes, endpoints, type CopyState } from '@clusterdesk/contracts';
import { ApiError } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { changesOf, type FileSpace } from '../../../shared/file-browser/file-space.js';
import type { Operation } from '../upload/queue/upload-group.js';
import { secondsLeft, SpeedMeter } from '../upload/queue/speed-meter.js';
import { ListStore } from '../list-store.js';

/** A copy or another task as the panel shows it; `id` is the server's. */
export type CopyView = CopyState & {
  id: string;
  /** 0 and null: not known. */
  bytesPerSecond: number;
  secondsLeft: number | null;
};

const pollMs = 3_000;

const isOpen = ({ state }: CopyView): boolean => state === 'waiting' || state === 'copying';

/**
 * What the server does to entries for this user, whichever window began it: under way, or ended and not cleared yet. The worker does
 * it, whatever becomes of the windows.
 */
export class CopyQueue {
  private readonly list = new ListStore<CopyView>();
  private readonly meters = new Map<string, SpeedMeter>();
  /** Cancelled or cleared: what comes late about them shows nothing. */
  private readonly gone = new Set<string>();
  readonly getView = this.list.getView;
  readonly subscribe = this.list.subscribe;
  /** Ends with the session: a question asked after it would be refused, and end the next one. */
  private life = new AbortController();
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** Starts a copy and answers its id; it goes on by itself. @throws ApiError when the server refuses to begin */
  async copy(
    space: FileSpace,
    paths: string[],
    dir: string,
    operation: Operation,
  ): Promise<string> {
    const state = await changesOf(space).copy(paths, dir, operation);
    this.handleProgress(state);
    return state.copyId;
  }

  /** Shows how far a copy is, as an answer or an event says. */
  handleProgress(state: CopyState): void {
    const { copyId: id } = state;
    if (state.state === 'cancelled') {
      this.forget([id]);
    }
    const item = this.list.find(id);
    const isLate =
      item && (!isOpen(item) || (item.state === 'copying' && state.state === 'waiting'));
    if (this.gone.has(id) || isLate) {
      return;
    }
    const view = { ...state, id, ...this.paceOf(state) };
    if (item) {
      this.list.patch(id, view);
    } else {
      this.list.add(view);
    }
    this.pollLater();
  }

  /** Asks what there is: at the beginning, and after a lost connection, when events may have been missed. */
  async refresh({ signal } = this.life): Promise<void> {
    const before = this.list.getView().map(({ id }) => id);
    try {
      const states = await call(endpoints.copies.list, {}, signal);
      const there = new Set(states.map(({ copyId }) => copyId));
      before.filter((id) => !there.has(id)).forEach((id) => this.list.remove(id));
      // The newest comes first, and is shown last.
      states.reverse().forEach((state) => this.handleProgress(state));
    } catch {
      this.pollLater();
    }
  }

  /** Asks nothing any more: the session is over. The copies themselves go on. */
  dispose(): void {
    this.life.abort();
    this.life = new AbortController();
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
  }

  /** Stops a copy. @throws ApiError */
  async cancel(id: string): Promise<void> {
    await call(endpoints.copies.cancel, { copyId: id });
    this.forget([id]);
  }

  /** Begins anew what failed. @throws ApiError */
  async retry(id: string): Promise<void> {
    const state = await call(endpoints.copies.retry, { copyId: id });
    this.forget([id]);
    this.handleProgress(state);
  }

  /** Takes what ended off the list, in all windows; without an id all of it. @throws ApiError */
  async clear(id?: string): Promise<void> {
    const ended = this.list
      .getView()
      .filter((item) => !isOpen(item) && (id ?? item.id) === item.id);
    const copyIds = ended.map((item) => item.id);
    this.forget(copyIds);
    if (copyIds.length > 0) {
      await call(endpoints.copies.clear, { copyIds }).catch((error: unknown) => {
        // Ended more than a day ago: the server has forgotten it.
        if (!(error instanceof ApiError && error.code === answerCodes.notFound)) {
          throw error;
        }
      });
    }
  }

  /** Shows them no more. */
  forget(ids: readonly string[]): void {
    ids.forEach((id) => {
      this.gone.add(id);
      this.meters.delete(id);
      this.list.remove(id);
    });
  }

  private paceOf({ copyId, state, doneBytes, totalBytes }: CopyState) {
    if (state !== 'copying') {
      this.meters.delete(copyId);
      return { bytesPerSecond: 0, secondsLeft: null };
    }
    const meter = this.meters.get(copyId) ?? new SpeedMeter();
    this.meters.set(copyId, meter);
    // Entries that are moved or deleted have no bytes: nothing is said of their pace.
    meter.add(Date.now(), doneBytes);
    const bytesPerSecond = meter.bytesPerSecond();
    return { bytesPerSecond, secondsLeft: secondsLeft(totalBytes - doneBytes, bytesPerSecond) };
  }

  /** An event may get lost; what is under way is asked about now and then. */
  private pollLater(life = this.life): void {
    if (this.timer !== null || !this.list.getView().some(isOpen)) {
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = null;
      if (!life.signal.aborted) {
        void this.refresh(life);
      }
    }, pollMs);
  }
}
