import { buildIdMeta } from '@clusterdesk/contracts';

/** Knows which build of the console this window runs and which one the server has now. */
export class PlatformBuild {
  private isOutdated = false;
  private readonly listeners = new Set<() => void>();

  /** `own` is null in a page that belongs to no build, as in development: it compares nothing. */
  constructor(readonly own: string | null) {}

  readonly getIsOutdated = (): boolean => this.isOutdated;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The server says which build it has. During a rolling upgrade it may be the own one again. */
  hear(server: string | null): void {
    const isOutdated = server !== null && this.own !== null && server !== this.own;
    if (server !== null && isOutdated !== this.isOutdated) {
      this.isOutdated = isOutdated;
      this.listeners.forEach((listener) => listener());
    }
  }
}

const ownBuild = (): string | null =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${buildIdMeta}"]`)?.content ??
  null;

/** The builds of this window and of its server. */
export const platformBuild = new PlatformBuild(ownBuild());
