import { expect, it } from '@jest/globals';
import { highlightLines } from './highlight.js';

it('gives lines of pieces that together are the text', () => {
  const text = 'def f():\n    """a\n    b"""\n    return 1 < 2  # <b>\n';
  const lines = highlightLines(text, 'py');
  expect(lines?.map((line) => line.map((piece) => piece.text).join('')).join('\n')).toBe(text);
  expect(lines?.flat().some(({ className }) => className.includes('hljs-keyword'))).toBe(true);
  // A piece that spans lines keeps its colour on each.
  expect(lines?.[2]?.[0]?.className).toContain('hljs-string');
});

it('knows some languages only', () => {
  expect(highlightLines('x', 'fasta')).toBeNull();
  expect(highlightLines('echo', 'slurm')).not.toBeNull();
});
