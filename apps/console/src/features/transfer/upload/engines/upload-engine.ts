import type { Operation, UploadGroup, UploadItem, UploadProblem } from '../queue/upload-group.js';

/** A file that waits for its turn, with the group it belongs to. */
export interface UploadEntry {
  group: UploadGroup;
  item: UploadItem;
}

/** What travels together: one file, or many small ones of the same target and operation. */
export interface UploadUnit {
  kind: 'file' | 'batch' | 'folders';
  entries: readonly UploadEntry[];
}

/** Carries units to the server; the queue decides when. */
export interface UploadEngine {
  start(unit: UploadUnit, on: UnitEvents): RunningUnit;
  /** Forgets what the server holds of an unfinished file. */
  discard(entry: UploadEntry): void;
}

export interface UnitEvents {
  /** The server knows the upload under this id. */
  created(uploadId: string): void;
  /** Bytes of the whole unit that have been sent. */
  progress(loadedBytes: number): void;
  /** The network or the server is away, or back again. */
  away(isAway: boolean): void;
  /** Called once: for each entry null when it arrived, or why it did not. */
  end(problems: readonly (UploadProblem | null)[]): void;
}

export interface RunningUnit {
  /** Stops sending; a later start goes on from where the server is. */
  stop(): void;
}

/** What is to become of a taken name of this file. */
export const operationOf = ({ group, item }: UploadEntry): Operation =>
  item.operation ?? group.operation;
