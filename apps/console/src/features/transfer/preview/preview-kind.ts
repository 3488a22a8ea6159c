import { limits } from '@clusterdesk/contracts';

export type PreviewKind = 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'none';

const kinds: Record<Exclude<PreviewKind, 'none'>, readonly string[]> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg'],
  pdf: ['pdf'],
  audio: ['mp3', 'wav', 'ogg', 'oga', 'opus', 'm4a', 'aac', 'flac', 'weba'],
  video: ['mp4', 'm4v', 'webm', 'ogv', 'mov'],
  text: [
    ...['txt', 'text', 'log', 'md', 'markdown', 'csv', 'tsv', 'json', 'jsonl', 'ndjson', 'xml'],
    ...['yaml', 'yml', 'toml', 'ini', 'conf', 'cfg', 'env', 'properties', 'html', 'htm', 'css'],
    ...['scss', 'less', 'js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'py', 'ipynb'],
    ...['r', 'rmd', 'c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'cu', 'java', 'kt', 'go', 'rs', 'rb'],
    ...['php', 'pl', 'lua', 'swift', 'cs', 'sh', 'bash', 'zsh', 'bat', 'ps1', 'sql', 'tex', 'bib'],
    ...['f', 'f90', 'f95', 'm', 'jl', 'diff', 'patch', 'srt', 'vtt', 'fasta', 'fa', 'fna', 'faa'],
    ...['fastq', 'fq', 'vcf'],
    ...[
      'bed',
      'gff',
      'gtf',
      'sam',
      'pdb',
      'slurm',
      'pbs',
      'gitignore',
      'graphql',
      'makefile',
      'out',
      'err',
    ],
  ],
};

/** Names without an extension that are text all the same. */
const textNames = /^(readme|license|makefile|dockerfile|changelog|\.\w+rc|\.gitignore|\.env)$/i;

/** The last part of a name after its last dot, in small letters; empty without one. */
export const extensionOf = (name: string): string =>
  /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The extension that says what a text is: of a packed one that below the packing. */
export const textExtensionOf = (name: string): string => extensionOf(name.replace(/\.gz$/i, ''));

/** An SVG is handed to the page as text, so a large one is not shown. */
export const maxSvgBytes = 4 * limits.previewTextBytes;

/** The browser unpacks all of an image at once, into many times its size. */
export const maxImageBytes = 64 * 1024 * 1024;

/** Whether a file that could be shown by its name is too large for it. */
export function isTooLarge(name: string, sizeBytes: number): boolean {
  const extension = extensionOf(name);
  const isImage = kinds.image.includes(extension);
  return isImage && sizeBytes > (extension === 'svg' ? maxSvgBytes : maxImageBytes);
}

/** How a file is shown, by its name; nothing of it has been read yet. */
export function kindOf(name: string, sizeBytes: number): PreviewKind {
  const extension = extensionOf(name);
  if (isTooLarge(name, sizeBytes)) {
    return 'none';
  }
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find((key) =>
    kinds[key].includes(extension),
  );
  const isPackedText = extension === 'gz' && kinds.text.includes(textExtensionOf(name));
  return kind ?? (isPackedText || textNames.test(name) ? 'text' : 'none');
}
