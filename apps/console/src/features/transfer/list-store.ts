/** A list of things that are under way, for React's useSyncExternalStore: a new list whenever something changed. */
export class ListStore<Item extends { id: string }> {
  private items: readonly Item[] = [];
  private readonly listeners = new Set<() => void>();

  readonly getView = (): readonly Item[] => this.items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  find(id: string): Item | undefined {
    return this.items.find((item) => item.id === id);
  }

  add(item: Item): void {
    this.set([...this.items, item]);
  }

  patch(id: string, change: Partial<Item>): void {
    this.set(this.items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  remove(id: string): void {
    this.set(this.items.filter((item) => item.id !== id));
  }

  private set(items: readonly Item[]): void {
    this.items = items;
    this.listeners.forEach((listener) => listener());
  }
}
