/** One short line for the operator, on stdout. Never give it a secret. */
export function log(line: string): void {
  process.stdout.write(`agent: ${line}\n`);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
