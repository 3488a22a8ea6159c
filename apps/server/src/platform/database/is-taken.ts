/** A unique violation: a unique index has that value already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** A foreign key violation: what a row refers to is gone, or was never there. */
export function isReferenceGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
