/** The pictures of which thumbnails are made. An SVG is a document, which may name others; it is not among them. */
export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** How many bytes `pictureKind` looks at. */
export const kindBytes = 16;

const starts: [PictureKind, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF....WEBP/s],
];

/** What a file is by its first bytes, whatever it is called; null: none of these. */
export function pictureKind(start: Uint8Array): PictureKind | null {
  const text = Buffer.from(start).toString('latin1');
  return starts.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
