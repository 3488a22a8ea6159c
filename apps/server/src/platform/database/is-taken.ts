/** PostgreSQL's word for: a unique index has that value already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
