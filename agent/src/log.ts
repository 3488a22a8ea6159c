/** One short line for the operator, on stdout. Never give it a secret. */
export function log(line: string): void {
  process.stdout.write(`agent: ${line}\n`);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same with where it was thrown. */
export function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || messageOf(error);
}

/** What anybody at the other end may have written, as one short line. */
export function printable(text: string): string {
  return text.slice(0, 200).replaceAll(/[^ -~]/g, '?');
}
