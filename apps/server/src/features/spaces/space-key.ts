import type { SpaceRef } from '@clusterdesk/contracts';

/** Identifies a space for any user: on the wire a user's own disk has no id, here it has its user's id. */
export interface SpaceKey {
  space: SpaceRef['space'];
  spaceId: string;
}

/** What a user means by a reference. */
export function keyOf(user: { userId: string }, ref: SpaceRef): SpaceKey {
  return { space: ref.space, spaceId: ref.space === 'disk' ? user.userId : ref.spaceId };
}

/** The reference to a space on the wire, for a user who may use it. */
export function refOf({ space, spaceId }: SpaceKey): SpaceRef {
  return space === 'disk' ? { space } : { space, spaceId };
}

/** The key as one text, for registries and logs. */
export function spaceKeyText({ space, spaceId }: SpaceKey): string {
  return `${space}:${spaceId}`;
}

/** Whether both are the same space. */
export function isSameSpace(one: SpaceKey, other: SpaceKey): boolean {
  return one.space === other.space && one.spaceId === other.spaceId;
}
