import { endpoints, limits, type PackageState } from '@clusterdesk/contracts';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { word } from '../../../shared/i18n/i18n.js';

/** A download that is being packed, as the panel shows it. */
export interface PackingView {
  id: string;
  name: string;
  state: PackageState['state'];
  doneBytes: number;
  totalBytes: number;
  doneFiles: number;
  totalFiles: number;
  problem: string | null;
}

const pollMs = 2_000;
let nextId = 0;

/** Lets the browser fetch what the token stands for, into its own downloads. */
function fetchByBrowser(token: string): void {
  const link = document.createElement('a');
  link.href = `/api${endpoints.transfer.download.path}?path=${encodeURIComponent(token)}`;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

const nameOf = (path: string): string => path.split('/').at(-1) || path;

/** The downloads of this window: one file at once, several as a zip when it is packed. */
export class DownloadQueue {
  private items: readonly PackingView[] = [];
  private readonly packages = new Map<string, string>();
  private readonly listeners = new Set<() => void>();

  readonly getView = (): readonly PackingView[] => this.items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Downloads one file straight. @throws ApiError */
  async fetchFile(path: string): Promise<void> {
    const answer = await call(endpoints.transfer.getDownloadPath, { paths: [path], async: false });
    if (typeof answer === 'string') {
      fetchByBrowser(answer);
    }
  }

  /** Has several entries, or a folder, packed and downloads the zip. Failures are shown in the panel. */
  async fetchPackage(paths: string[]): Promise<void> {
    const id = `download${(nextId += 1)}`;
    const name = nameOf(paths[0] ?? '');
    this.items = [
      ...this.items,
      {
        id,
        name:
          paths.length > 1 ? word('transfer:downloadName', { name, count: paths.length }) : name,
        state: 'waiting',
        doneBytes: 0,
        totalBytes: 0,
        doneFiles: 0,
        totalFiles: 0,
        problem: null,
      },
    ];
    this.changed();
    try {
      const answer = await call(endpoints.transfer.getDownloadPath, { paths, async: true });
      if (typeof answer === 'string') {
        this.finish(id, answer);
        return;
      }
      this.packages.set(answer.packageId, id);
      this.take(answer);
      this.pollLater(answer.packageId);
    } catch (error) {
      this.patch(id, { state: 'failed', problem: messageOf(error) });
    }
  }

  /** Takes news of a package, from an event or a poll. Packages of other windows are not ours to show. */
  take(state: PackageState): void {
    const id = this.packages.get(state.packageId);
    const item = this.items.find((other) => other.id === id);
    if (!id || !item) {
      return;
    }
    if (state.state === 'ready' && state.token) {
      this.packages.delete(state.packageId);
      this.finish(id, state.token);
      return;
    }
    if (state.state === 'cancelled') {
      // Another window of the same user stopped it.
      this.dismiss(id);
      return;
    }
    if (state.state === 'failed') {
      this.packages.delete(state.packageId);
      this.patch(id, { state: 'failed', problem: state.message || word('transfer:packFailed') });
      return;
    }
    const { doneBytes, totalBytes, doneFiles, totalFiles } = state;
    this.patch(id, {
      // News may overtake each other on their two ways; progress does not go back.
      state: item.state === 'packing' ? 'packing' : state.state,
      doneBytes: Math.max(item.doneBytes, doneBytes),
      doneFiles: Math.max(item.doneFiles, doneFiles),
      totalBytes,
      totalFiles,
    });
  }

  dismiss(id: string): void {
    for (const [packageId, other] of this.packages) {
      if (other === id) {
        this.packages.delete(packageId);
      }
    }
    this.items = this.items.filter((item) => item.id !== id);
    this.changed();
  }

  private finish(id: string, token: string): void {
    fetchByBrowser(token);
    this.patch(id, { state: 'ready' });
    setTimeout(() => this.dismiss(id), limits.downloadPanelCloseMs);
  }

  /** Events may be missed; the state itself is asked for until the package is done. */
  private pollLater(packageId: string): void {
    setTimeout(() => {
      if (!this.packages.has(packageId)) {
        return;
      }
      call(endpoints.transfer.packageState, { packageId })
        .then((state) => this.take(state))
        .catch(() => undefined)
        .finally(() => this.pollLater(packageId));
    }, pollMs);
  }

  private patch(id: string, change: Partial<PackingView>): void {
    this.items = this.items.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.changed();
  }

  private changed(): void {
    this.listeners.forEach((listener) => listener());
  }
}
