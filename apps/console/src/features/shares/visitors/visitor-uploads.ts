import { uploadsPath, visitorTicketHeader } from '@clusterdesk/contracts';
import type { DetailedError, Upload } from 'tus-js-client';
import { commonHeaders } from '../../../shared/api/call.js';
import { messageOf } from '../../../shared/api/api-error.js';

/** So many files are sent at once. */
const atOnce = 2;

/** After a failure that passes: quickly at first, then for some hours. A success begins anew. Milliseconds. */
const retryDelays = [1_000, 3_000, 5_000, ...Array<number>(1_000).fill(10_000)];

export type SentState = 'waiting' | 'sending' | 'away' | 'done' | 'failed' | 'cancelled';

/** One file that a visitor chose, and how far it is. */
export interface SentFile {
  id: number;
  file: File;
  state: SentState;
  sentBytes: number;
  /** Why it was not sent, in the words of the server; empty: it does not say. */
  problem: string;
}

/** What passes by itself: no connection, a server that is away or busy with the same file. */
const isPassing = (status: number): boolean => status === 0 || status >= 500 || status === 423;

/** Sends the files of a visitor, some at once, and goes on with each after the connection was away. The page is all that it lasts for. */
export class VisitorUploads {
  private files: readonly SentFile[] = [];
  private readonly uploads = new Map<number, Upload>();
  private readonly listeners = new Set<() => void>();
  private ticket: Promise<string> | null = null;

  /** @param enter asks for the ticket; once for all files, when the first of them is sent */
  constructor(private readonly enter: () => Promise<string>) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same array as long as nothing changed. */
  readonly list = (): readonly SentFile[] => this.files;

  add(files: readonly File[]): void {
    const from = this.files.length;
    this.files = this.files.concat(
      files.map((file, at) => ({
        ...{ id: from + at, file, state: 'waiting' as const, sentBytes: 0, problem: '' },
      })),
    );
    this.goOn();
  }

  /** Gives a file up; the server drops what it has of it. */
  cancel(id: number): void {
    void this.uploads
      .get(id)
      ?.abort(true)
      .catch(() => undefined);
    this.uploads.delete(id);
    this.set(id, { state: 'cancelled' });
    this.goOn();
  }

  retry(id: number): void {
    this.set(id, { state: 'waiting', sentBytes: 0, problem: '' });
    this.goOn();
  }

  private goOn(): void {
    const free = atOnce - this.files.filter(isUnderWay).length;
    const next = this.files.filter(({ state }) => state === 'waiting').slice(0, Math.max(free, 0));
    next.forEach(({ id }) => this.set(id, { state: 'sending' }));
    this.tell();
    next.forEach(({ id, file }) => void this.send(id, file));
  }

  private async send(id: number, file: File): Promise<void> {
    try {
      this.ticket ??= this.enter();
      const [ticket, tus] = await Promise.all([this.ticket, import('tus-js-client')]);
      if (this.stateOf(id) === 'sending') {
        this.begin(id, file, ticket, tus.Upload);
      }
    } catch (error) {
      this.ticket = null;
      this.end(id, { state: 'failed', problem: messageOf(error) });
    }
  }

  private begin(id: number, file: File, ticket: string, Tus: typeof Upload): void {
    const upload = new Tus(file, {
      endpoint: uploadsPath,
      headers: { ...commonHeaders(null), [visitorTicketHeader]: ticket },
      metadata: { fileName: file.name, lastModified: String(file.lastModified) },
      // Nothing of the visit stays in the browser.
      storeFingerprintForResuming: false,
      retryDelays,
      onShouldRetry: (error) => {
        const isRetried = isPassing(statusOf(error)) && this.stateOf(id) !== 'cancelled';
        if (isRetried) {
          this.set(id, { state: 'away' });
          this.tell();
        }
        return isRetried;
      },
      onProgress: (sentBytes) => {
        if (isUnderWay({ state: this.stateOf(id) })) {
          this.set(id, { state: 'sending', sentBytes });
          this.tell();
        }
      },
      onSuccess: () => this.end(id, { state: 'done', sentBytes: file.size }),
      onError: (error) => {
        if (statusOf(error) === 401) {
          // The next try asks for another ticket.
          this.ticket = null;
        }
        this.end(id, { state: 'failed', problem: sentenceOf(error) });
      },
    });
    this.uploads.set(id, upload);
    upload.start();
  }

  private end(id: number, change: Partial<SentFile>): void {
    this.uploads.delete(id);
    if (this.stateOf(id) !== 'cancelled') {
      this.set(id, change);
    }
    this.goOn();
  }

  private stateOf(id: number): SentState {
    return this.files[id]?.state ?? 'cancelled';
  }

  private set(id: number, change: Partial<SentFile>): void {
    this.files = this.files.map((file) => (file.id === id ? { ...file, ...change } : file));
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}

/** Whether bytes of it are still to come, and it has begun. */
export const isUnderWay = ({ state }: Pick<SentFile, 'state'>): boolean =>
  state === 'sending' || state === 'away';

/** Of the answer that ended it; 0: there was none. */
const statusOf = (error: Error | DetailedError): number =>
  ('originalResponse' in error ? error.originalResponse?.getStatus() : undefined) ?? 0;

/** What the server said; empty: nothing that people read. */
function sentenceOf(error: Error | DetailedError): string {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const isText = response?.getHeader('Content-Type')?.startsWith('text/plain') ?? false;
  const isOurs = response?.getHeader('Upload-Error-Code') !== undefined || isText;
  return isOurs ? (response?.getBody() ?? '').trim() : '';
}
