import { z } from 'zod';

const source = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);

const notebookSchema = z.object({
  metadata: z
    .object({ kernelspec: z.object({ language: z.string().optional() }).optional() })
    .optional(),
  cells: z.array(
    z.object({
      cell_type: z.string(),
      source,
      outputs: z
        .array(
          z.object({
            text: source.optional(),
            data: z.object({ 'text/plain': source.optional() }).optional(),
          }),
        )
        .optional(),
    }),
  ),
});

const extensions: Record<string, string> = { python: 'py', r: 'r', julia: 'jl' };

const quoted = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');

/**
 * A notebook's cells one after another, as the percent format has them (`# %%`): code as it is, everything else as comments.
 * Null where it is no notebook, or not all of it is here.
 */
export function notebookText(json: string): { text: string; extension: string } | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  const notebook = notebookSchema.safeParse(parsed).data;
  if (!notebook) {
    return null;
  }
  const cells = notebook.cells.map((cell) => {
    if (cell.cell_type !== 'code') {
      return `# %% [${cell.cell_type}]\n${quoted(cell.source)}`;
    }
    const outputs = (cell.outputs ?? [])
      .map((output) => output.text ?? output.data?.['text/plain'] ?? '')
      .filter(Boolean);
    const shown = outputs.map((text) => `# →\n${quoted(text)}`);
    return ['# %%', cell.source.trimEnd(), ...shown].join('\n');
  });
  const language = notebook.metadata?.kernelspec?.language?.toLowerCase() ?? 'python';
  return { text: cells.join('\n\n'), extension: extensions[language] ?? 'py' };
}
