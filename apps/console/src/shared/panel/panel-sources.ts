import { createContext, use, useEffect, useId, type ReactNode } from 'react';

/** One line of the panel. */
export interface PanelLine {
  key: string;
  draw: () => ReactNode;
}

/** Long work of one kind: a save, a backup, an upgrade, an installation. */
export interface PanelSource {
  /** Its lines, in their order; none: the source is not shown. */
  lines: readonly PanelLine[];
  /** Whether it is still under way: what would be lost, or go unseen, if the window were closed. */
  isBusy: boolean;
}

/** Which long work there is in this window; the panel in the lower right draws it, whatever page began it. */
export class PanelSources {
  readonly #sources = new Map<string, PanelSource>();
  readonly #listeners = new Set<() => void>();
  #view: readonly PanelSource[] = [];

  /** Adds a source, or replaces what it said before. */
  set(id: string, source: PanelSource): void {
    this.#sources.set(id, source);
    this.#publish();
  }

  remove(id: string): void {
    if (this.#sources.delete(id)) {
      this.#publish();
    }
  }

  /** For `useSyncExternalStore`: every source in the order in which they came; the same list until one changes. */
  getView = (): readonly PanelSource[] => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #publish(): void {
    this.#view = [...this.#sources.values()];
    this.#listeners.forEach((listener) => listener());
  }
}

/** The window's own sources; a test gives others. */
export const PanelSourcesContext = createContext(new PanelSources());

/**
 * Shows long work in the panel as long as the component is mounted; mount it where it outlives the pages. Memoise `source`:
 * each new one is drawn anew.
 */
export function usePanelSource(source: PanelSource): void {
  const sources = use(PanelSourcesContext);
  const id = useId();
  useEffect(() => sources.set(id, source), [sources, id, source]);
  useEffect(() => () => sources.remove(id), [sources, id]);
}
