/** The pictures of which thumbnails are made. An SVG is a document, which may name others; it is not among them. */
export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** How many bytes `pictureKind` looks at. */
export const kindBytes = 16;

/** How each of them begins; a WebP has its name after that of its container, RIFF. */
const starts: [PictureKind, number, string][] = [
  ['jpeg', 0, '\xff\xd8\xff'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBP'],
];

/** What a file is by its first bytes, whatever it is called; null: none of these. */
export function pictureKind(start: Uint8Array): PictureKind | null {
  const text = Buffer.from(start).toString('latin1');
  const [kind = null] = starts.find(([, at, word]) => text.startsWith(word, at)) ?? [];
  return kind === 'webp' && !text.startsWith('RIFF') ? null : kind;
}
