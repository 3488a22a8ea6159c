import { Injectable } from '@nestjs/common';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { SpaceRegistry, type Space } from './space.js';
import { isSameSpace, refOf, type SpaceKey } from './space-key.js';

/** Told, after the fact, of folders of one space whose entries changed. */
export type FolderListener = (key: SpaceKey, dirs: readonly string[]) => void;

/** Tells open windows that entries changed: for each folder those who may see it, and nobody else its name. */
@Injectable()
export class SpaceEventPublisher {
  private readonly listeners: FolderListener[] = [];

  constructor(
    private readonly realtime: Realtime,
    private readonly spaces: SpaceRegistry,
  ) {}

  /** Registers a feature that shows the same entries elsewhere, as a share does those of a disk. */
  onFoldersChanged(listener: FolderListener): void {
    this.listeners.push(listener);
  }

  /** These folders of a space look different now: here, and in the space that their entries lie in. */
  filesChanged(space: Space, dirs: Iterable<string>): void {
    const origins = new Set<string>();
    const { key } = space.locate('/');
    for (const dir of new Set(dirs)) {
      this.tell(space.key, dir);
      const { path } = space.locate(dir);
      origins.add(path);
      if (!isSameSpace(key, space.key)) {
        this.tell(key, path);
      }
    }
    if (origins.size > 0) {
      this.listeners.forEach((listener) => listener(key, [...origins]));
    }
  }

  private tell(key: SpaceKey, dir: string): void {
    const audience = this.spaces.find(key.space)?.audienceOf(key, dir);
    if (audience) {
      this.realtime.publish('filesChanged', audience, { ...refOf(key), dir });
    }
  }
}
