/** A child may have been told to say anything; the terminal of whoever starts the platform takes no orders from it. */
const controls = /[\p{Cc}\p{Cf}]/gu;

/** The lines that tell a person why a child failed: error lines of JSON logs, else what was thrown, else the last lines. */
export function explainFailure(output: string): string[] {
  const plain: string[] = [];
  const serious: string[] = [];
  const lines = output.split('\n').map((line) => line.replace(controls, ''));
  for (const line of lines.filter((text) => text.trim() !== '')) {
    const entry = parseEntry(line);
    if (!entry) {
      plain.push(line);
    } else if (entry.level >= 50) {
      serious.push(entry.msg.replace(controls, ' '));
    }
  }
  if (serious.length > 0) {
    return serious.slice(-3);
  }
  // An uncaught error is printed amid source lines and a stack; its own line is what a person needs.
  const thrown = plain.find((line) => /^(\w*Error)\b.*: /.test(line));
  return thrown ? [thrown] : plain.slice(-5);
}

function parseEntry(line: string): { level: number; msg: string } | null {
  if (!line.startsWith('{')) {
    return null;
  }
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: number;
      msg?: string;
      err?: { message?: string };
    };
    return { level: Number(level ?? 0), msg: msg ?? err?.message ?? line };
  } catch {
    return null;
  }
}
