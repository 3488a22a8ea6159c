/** Quotes a text so that a POSIX shell takes it as one word, whatever is in it. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The lines that set a job's environment; the job's own shell reads them, never one of the agent's. */
export function environmentScript(env: Record<string, string>): string {
  return Object.entries(env)
    .map(([name, value]) => `export ${name}=${shellQuote(value)}\n`)
    .join('');
}
