import type { LiveCache } from '../cache/live-cache.js';
import type { EventName, LiveConnection, Payload } from '../connection/live-connection.js';
import type { LiveRule } from './live-rules.js';

type Heard = Pick<LiveConnection, 'on'>;

/** Lets rules hear one event of a connection that is theirs alone. */
function replay<Name extends EventName>(
  rules: readonly LiveRule[],
  cache: LiveCache,
  name: Name,
  payload: Payload<Name>,
): void {
  const once: Heard = {
    on: (wanted, listener) => {
      if ((wanted as EventName) === name) {
        // Both are of the same name, so the listener takes what the event brought; the compiler cannot compare type parameters.
        (listener as unknown as (...given: Payload<Name>) => void)(...payload);
      }
      return () => undefined;
    },
  };
  rules.forEach((rule) => rule(once, cache));
}

/**
 * Rules whose code is fetched when one of their events comes: which calls an event is about is known to all of their
 * declarations, and most pages show nothing of them. Without the code everything is asked for again.
 * @param isTheirs whether an event of these names is about what the rules know, and what they know is in the cache; others fetch nothing
 */
export const lazyLiveRules =
  <Name extends EventName>(
    names: readonly Name[],
    load: () => Promise<readonly LiveRule[]>,
    isTheirs: (cache: LiveCache, payload: Payload<Name>) => boolean = () => true,
  ): LiveRule =>
  (connection, cache) => {
    let isOver = false;
    const hear = async (name: Name, payload: Payload<Name>): Promise<void> => {
      if (!isTheirs(cache, payload)) {
        return;
      }
      const rules = await load().catch(() => null);
      if (isOver) {
        return;
      }
      if (rules) {
        replay(rules, cache, name, payload);
      } else {
        cache.invalidate([]);
      }
    };
    const stops = names.map((name) =>
      connection.on(name, (...payload) => void hear(name, payload)),
    );
    return () => {
      isOver = true;
      stops.forEach((stop) => stop());
    };
  };
