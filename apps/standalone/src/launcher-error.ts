/** A start that cannot go on: a stable code, and one line that says what is wrong and what to do. */
export class LauncherError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'LauncherError';
  }
}
