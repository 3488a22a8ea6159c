import type { SpaceRef } from '@clusterdesk/contracts';

/** Which space it is, whoever asks: on the wire one's own disk has no id, here it has that of its user. */
export interface SpaceKey {
  space: SpaceRef['space'];
  spaceId: string;
}

/** What a user means by a reference. */
export function keyOf(user: { userId: string }, ref: SpaceRef): SpaceKey {
  return { space: ref.space, spaceId: ref.space === 'disk' ? user.userId : ref.spaceId };
}

/** The reference on the wire of a space, as the user has it who may use it. */
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
