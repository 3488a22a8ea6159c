/** Something that happened in a feature and that others follow; `Payload` is what they are told. */
export interface HookDefinition<Payload> {
  /** `feature.thing-happens`. */
  readonly name: string;
  /** Carries the type only. */
  readonly payload?: Payload;
}

/** Follows a hook. */
export type HookHandler<Payload> = (payload: Payload) => void | Promise<void>;

/** Declares a hook; it lives in the feature that runs it, as `<name>.hooks.ts`. */
export function defineHook<Payload>(name: string): HookDefinition<Payload> {
  return { name };
}
