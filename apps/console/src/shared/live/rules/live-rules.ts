import type { LiveCache } from '../cache/live-cache.js';
import type { EventName, Payload } from '../connection/live-connection.js';

/**
 * What one live event means for the cache. Features export theirs (`features/x/x-live.ts`) and name them in their `feature.ts`;
 * they hold for as long as somebody is signed in, whichever page is shown.
 */
export interface LiveRule<Name extends EventName = EventName> {
  readonly event: Name;
  apply(cache: LiveCache, ...payload: Payload<Name>): void;
}

/** A rule for the events of one name. */
export const onEvent = <Name extends EventName>(
  event: Name,
  apply: (cache: LiveCache, ...payload: Payload<Name>) => void,
): LiveRule<Name> => ({ event, apply });

/** Which events fetch the code of rules: all of a name, or those about something that the rules know and the cache has. */
type Wanted<Name extends EventName> = {
  readonly [Event in Name]: true | ((cache: LiveCache, ...payload: Payload<Event>) => boolean);
};

/** Live rules whose code is fetched when one of their events comes. */
export interface LazyLiveRules {
  code: () => Promise<readonly LiveRule[]>;
  events: Partial<Wanted<EventName>>;
}

/** Live rules by the file that holds them. Naming fewer or other events than the file has rules for is an error of types. */
export const lazyLiveRules = <Name extends EventName>(
  code: () => Promise<readonly LiveRule<Name>[]>,
  events: NoInfer<Wanted<Name>>,
): LazyLiveRules => ({ code, events: events as Partial<Wanted<EventName>> });
