/** A drop box as one visitor without an account has it: its id in the space of shares. */
export interface VisitorSpace {
  shareId: string;
  visitorId: string;
}

const pattern = /^([A-Za-z0-9_-]{22}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id under which uploads of a visitor know their place; no share has one like it. */
export const visitorSpaceId = ({ shareId, visitorId }: VisitorSpace): string =>
  `${shareId}:${visitorId}`;

/** Null: it is no such id. */
export function readVisitorSpace(spaceId: string): VisitorSpace | null {
  const [, shareId, visitorId] = pattern.exec(spaceId) ?? [];
  return shareId === undefined || visitorId === undefined ? null : { shareId, visitorId };
}
