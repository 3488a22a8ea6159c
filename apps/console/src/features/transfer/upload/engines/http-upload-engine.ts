import type { FindSpace } from '../../space-finder.js';
import { startBatch, startFolders } from './batch-engine.js';
import { discardTus, startTus } from './tus-engine.js';
import type {
  RunningUnit,
  UnitEvents,
  UploadEngine,
  UploadEntry,
  UploadUnit,
} from './upload-engine.js';

/** Sends each kind of unit its own way: small files in forms, others over tus, empty folders by a call. */
export class HttpUploadEngine implements UploadEngine {
  constructor(private readonly find: FindSpace) {}

  start({ kind, entries }: UploadUnit, on: UnitEvents): RunningUnit {
    const [first] = entries;
    if (kind === 'batch' || !first) {
      return startBatch(entries, on);
    }
    return kind === 'file'
      ? startTus(first, on)
      : startFolders(this.find(first.group.space), first, on);
  }

  discard(entry: UploadEntry): void {
    // Nothing depends on it: what stays is swept by the server after a day.
    discardTus(entry).catch(() => undefined);
  }
}
