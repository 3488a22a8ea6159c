import { lazy, useState, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * A component whose code is fetched when it is first drawn, for as long as the caller is mounted. One that is made once for
 * the whole window would remember for good that its code could not be fetched.
 */
export function useLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const [Fetched] = useState(() => lazy(async () => ({ default: await load() })));
  return Fetched;
}
