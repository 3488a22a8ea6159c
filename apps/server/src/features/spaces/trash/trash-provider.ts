import type { SpaceRef } from '@clusterdesk/contracts';
import type { TrashStore } from '../../../platform/file-space/trash/trash-store.js';
import type { Audience } from '../../../platform/realtime/audience.js';
import type { SpaceKey } from '../space-key.js';

/** The trashes of one kind of space, by the names of their folders. */
export interface TrashProvider {
  readonly space: SpaceRef['space'];
  /** The names for which there is a trash on the disk. */
  list(): Promise<string[]>;
  /** Without making folders that are missing. */
  open(name: string): TrashStore;
  /** The space that the trash belongs to; null: it no longer exists. */
  keyOf(name: string): Promise<SpaceKey | null>;
  /** Of a space that `keyOf` gives. */
  nameOf(key: SpaceKey): Promise<string | null>;
  /** Who sees it. */
  audienceOf(key: SpaceKey): Promise<Audience[]>;
  /** Frees what else of this kind has been kept long enough. If it is stopped, the next run continues. */
  expireOthers?(before: Date, signal: AbortSignal): Promise<void>;
}
