/** What is wrong with the settings, one line per wrong value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}
