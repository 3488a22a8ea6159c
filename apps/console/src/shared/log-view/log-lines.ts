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

/** Longer lines are cut into several, so that no single row can freeze the page. */
const maxLineLength = 4_000;

/** What a terminal still shows of a line that was drawn over again and again, as progress bars are. */
function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') {
    end -= 1;
  }
  return line.slice(line.lastIndexOf('\r', end - 1) + 1);
}

/** Old lines go in batches: moving all others costs. */
const slack = 0.05;

/**
 * Output as lines, growing at the end. Only about the newest `maxLines` are kept; `dropped` counts those that went. The last line
 * may still be unfinished.
 */
export class LogLines {
  private lines: string[] = [];
  private open = '';
  private mustSkip: boolean;
  /** Lines that were here once; a number for row keys and for the user. */
  dropped = 0;

  /** @param startsInside whether the text begins within a line: its rest is left out. */
  constructor(
    private readonly maxLines: number,
    startsInside = false,
  ) {
    this.mustSkip = startsInside;
  }

  /** How many lines there are to show. */
  get count(): number {
    return this.lines.length + (this.open === '' ? 0 : 1);
  }

  /** The line at a place as it was written, with its colours; 0 is the oldest that is kept. */
  rawAt(index: number): string {
    return this.lines[index] ?? this.open;
  }

  /** The line at a place, 0 being the oldest that is kept. */
  at(index: number): string {
    return plainLine(this.rawAt(index));
  }

  /** The places of the lines that contain a text, in whatever case it is written. */
  find(text: string): number[] {
    const wanted = text.toLowerCase();
    const places: number[] = [];
    for (let index = 0; wanted !== '' && index < this.count; index += 1) {
      if (this.at(index).toLowerCase().includes(wanted)) {
        places.push(index);
      }
    }
    return places;
  }

  append(text: string): void {
    if (this.mustSkip) {
      const end = text.indexOf('\n');
      if (end < 0) {
        return;
      }
      this.mustSkip = false;
      this.append(text.slice(end + 1));
      return;
    }
    const parts = (this.open + text).split('\n');
    this.open = this.cut(parts.pop() ?? '');
    parts.forEach((part) => this.lines.push(this.cut(part)));
    const excess = this.lines.length - this.maxLines;
    if (excess > this.maxLines * slack) {
      this.lines = this.lines.slice(excess);
      this.dropped += excess;
    }
  }

  /** Everything kept, as shown. */
  text(): string {
    return Array.from({ length: this.count }, (_, index) => this.at(index)).join('\n');
  }

  private cut(line: string): string {
    let rest = line.length > maxLineLength ? lastState(line) : line;
    while (rest.length > maxLineLength) {
      this.lines.push(rest.slice(0, maxLineLength));
      rest = rest.slice(maxLineLength);
    }
    return rest;
  }
}
