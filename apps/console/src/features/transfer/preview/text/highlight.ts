import { common, createLowlight } from 'lowlight';

/** A piece of a line with the classes of what it is. */
export interface Piece {
  text: string;
  className: string;
}

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type Node = Tree['children'][number];

const lowlight = createLowlight(common);

/** Extensions that are not themselves a name or alias of the highlighter. */
const languages: Record<string, string> = {
  htm: 'xml',
  html: 'xml',
  vue: 'xml',
  ipynb: 'json',
  jsonl: 'json',
  ndjson: 'json',
  slurm: 'bash',
  pbs: 'bash',
  env: 'ini',
  conf: 'ini',
  cfg: 'ini',
  properties: 'ini',
  cu: 'cpp',
  mts: 'typescript',
  cts: 'typescript',
  rmd: 'markdown',
};

function walk(nodes: readonly Node[], className: string, lines: Piece[][]): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      node.value.split('\n').forEach((text, index) => {
        if (index > 0) {
          lines.push([]);
        }
        lines.at(-1)?.push({ text, className });
      });
    } else if (node.type === 'element') {
      const own = node.properties['className'];
      walk(node.children, Array.isArray(own) ? own.join(' ') : className, lines);
    }
  }
}

/** Highlights code by its file's extension, as lines of pieces; null: no such language. No HTML is made of it. */
export function highlightLines(text: string, extension: string): Piece[][] | null {
  const language = languages[extension] ?? extension;
  if (!lowlight.registered(language)) {
    return null;
  }
  const lines: Piece[][] = [[]];
  walk(lowlight.highlight(language, text).children, '', lines);
  return lines;
}
