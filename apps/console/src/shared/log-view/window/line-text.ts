import Anser from 'anser';

/** Text that a terminal would take as a command: colours, cursor moves, titles. */
// eslint-disable-next-line no-control-regex -- these control characters are what is looked for
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
// eslint-disable-next-line no-control-regex -- likewise: a log shows no control characters but the tab
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** A line as a terminal leaves it: without escape sequences, and only what came after the last carriage return. */
export function plainLine(raw: string): string {
  if (!/[^\t\u0020-\u007e\u00a0-\uffff]/.test(raw)) {
    return raw;
  }
  const visible = raw.replace(escapes, '').replace(/\r+$/, '');
  return visible.slice(visible.lastIndexOf('\r') + 1).replace(controls, '');
}

/** A piece of a line in one look. `colour` is one of the terminal's sixteen, or CSS. */
export interface LogPiece {
  text: string;
  colour: { name: string } | { css: string } | null;
  isBold: boolean;
}

// eslint-disable-next-line no-control-regex -- the colours are what is kept
const colours = /\u001b\[[\d;:]*m/g;

/** The colour cube and the greys of a terminal's 256 colours. */
function paletteColour(index: number): string {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40);
  const cube = index - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  return `rgb(${red}, ${green}, ${blue})`;
}

function colourOf(fg: string | null, trueColour: string | null): LogPiece['colour'] {
  if (fg === null) {
    return null;
  }
  if (fg === 'ansi-truecolor') {
    return trueColour === null ? null : { css: `rgb(${trueColour})` };
  }
  const index = /^ansi-palette-(\d+)$/.exec(fg)?.[1];
  return index === undefined
    ? { name: fg.replace(/^ansi-(bright-)?/, '') }
    : { css: paletteColour(Number(index)) };
}

/** A line as a terminal draws it, in its colours. */
export function colouredLine(raw: string): LogPiece[] {
  if (!raw.includes('\u001b[')) {
    return [{ text: plainLine(raw), colour: null, isBold: false }];
  }
  const end = raw.replace(/\r+$/, '');
  const shown = end.slice(end.lastIndexOf('\r') + 1);
  return Anser.ansiToJson(shown.match(colours) ? shown : plainLine(shown), {
    json: true,
    use_classes: true,
    remove_empty: true,
  }).map((piece) => ({
    text: plainLine(piece.content),
    // The types promise a text where there is none.
    colour: colourOf(piece.fg || null, piece.fg_truecolor || null),
    isBold: piece.decorations.includes('bold'),
  }));
}
