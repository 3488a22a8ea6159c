import { plainLine } from './line-text.js';

/** Longer lines are cut into several, so that no single row can freeze the page. */
const maxLineLength = 4_000;
/** Parts shorter than this are kept and dropped together, characters. */
const leastPart = 32 * 1024;
/** Old parts go in batches: moving all others costs. */
const slack = 0.25;

/** What is kept for the page: about 4 MiB where most characters take a byte. */
const usualBounds = { rows: 100_000, characters: 4 * 1024 * 1024 };

/** From this line of a part on, lines began to come at this time, milliseconds since the epoch. */
export interface LineTime {
  line: number;
  time: number;
}

/** Where a part of the output lies in it, bytes, and when its lines came. */
export interface PartPlace {
  offset: number;
  nextOffset: number;
  times?: readonly LineTime[] | undefined;
}

/** Where a part begins among the rows: at a row, and within it. */
interface PartStart {
  offset: number;
  row: number;
  column: number;
}

/** What a terminal still shows of a line that was drawn over again and again, as progress bars are. */
function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') {
    end -= 1;
  }
  return line.slice(line.lastIndexOf('\r', end - 1) + 1);
}

/** A line as rows; the last one may go on. */
function rowsOf(line: string): string[] {
  const rest = line.length > maxLineLength ? lastState(line) : line;
  const rows: string[] = [];
  for (let at = 0; at === 0 || at < rest.length; at += maxLineLength) {
    rows.push(rest.slice(at, at + maxLineLength));
  }
  return rows;
}

const sizeOf = (rows: readonly string[]): number =>
  rows.reduce((sum, row) => sum + row.length + 1, 0);

/**
 * A window on some output, as lines. It grows at both ends; where it grows beyond its bounds, whole parts are dropped at the other
 * one. The last line may still be unfinished.
 */
export class LogLines {
  private lines: string[] = [];
  private open = '';
  private parts: PartStart[] = [];
  private times: { row: number; time: number }[] = [];
  private size = 0;
  /** The number of the first row, for row keys: rows keep theirs, and earlier ones have smaller ones. */
  first = 0;

  /** @param startOffset where the window begins, bytes; with `endOffset` what it covers */
  constructor(
    private readonly bounds = usualBounds,
    private start = 0,
    private end = start,
  ) {}

  get startOffset(): number {
    return this.start;
  }

  get endOffset(): number {
    return this.end;
  }

  /** How many lines there are to show. */
  get count(): number {
    return this.lines.length + (this.open === '' ? 0 : 1);
  }

  /** Whether anything is known of when lines came. */
  get hasTimes(): boolean {
    return this.times.length > 0;
  }

  /** Whether there is more than is to be kept. */
  get isOverfull(): boolean {
    return this.exceeds(1);
  }

  /** The line at a place as it was written, with its colours; 0 is the oldest that is kept. */
  rawAt(index: number): string {
    return this.lines[index] ?? this.open;
  }

  /** The line at a place, 0 being the oldest that is kept. */
  at(index: number): string {
    return plainLine(this.rawAt(index));
  }

  /** When the line at a place began to come, milliseconds since the epoch; null where that is not known. */
  timeAt(index: number): number | null {
    const row = this.first + index;
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle]?.row ?? 0) <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.times[low - 1]?.time ?? null;
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

  /** Adds what follows the window. */
  append(
    text: string,
    place: PartPlace = { offset: this.end, nextOffset: this.end + text.length },
  ): void {
    const last = this.parts.at(-1);
    const row = this.first + this.lines.length;
    if (!last || this.sizeSince(last) >= leastPart) {
      this.parts.push({ offset: place.offset, row, column: this.open.length });
    }
    const isWithinLine = this.open !== '';
    const lines = (this.open + text).split('\n');
    this.size -= this.open.length;
    const times = new Map(place.times?.map(({ line, time }) => [line, time]));
    lines.forEach((line, index) => {
      const time = times.get(index);
      // A line that goes on keeps the time at which it began.
      if (time !== undefined && !(index === 0 && isWithinLine)) {
        this.times.push({ row: this.first + this.lines.length, time });
      }
      const rows = rowsOf(line);
      if (index === lines.length - 1) {
        this.open = rows.pop() ?? '';
      }
      this.lines.push(...rows);
      this.size += sizeOf(rows);
    });
    this.size += this.open.length;
    this.end = place.nextOffset;
  }

  /** Adds what precedes the window. */
  prepend(text: string, place: PartPlace): void {
    const lines = text.split('\n');
    const before = this.first;
    const added: string[] = [];
    const times: { at: number; time: number }[] = [];
    const known = new Map(place.times?.map(({ line, time }) => [line, time]));
    const rest = lines.pop() ?? '';
    const note = (line: number): void => {
      const time = known.get(line);
      if (time !== undefined) {
        times.push({ at: added.length, time });
      }
    };
    lines.forEach((line, index) => {
      note(index);
      added.push(...rowsOf(line));
    });
    if (rest !== '') {
      // The window began within a line, which is now whole.
      note(lines.length);
      const had = this.rawAt(0).length;
      added.push(...rowsOf(rest + this.rawAt(0)));
      const joined = added.pop() ?? '';
      this.replaceFirst(joined);
      const column = Math.max(0, joined.length - had);
      this.parts = this.parts.map((part) =>
        part.row === before ? { ...part, column: part.column + column } : part,
      );
      this.times = this.times.map((mark) =>
        mark.row === before ? { ...mark, row: before + 1 } : mark,
      );
    }
    this.lines = [...added, ...this.lines];
    this.size += sizeOf(added);
    this.first = before - added.length;
    this.parts.unshift({ offset: place.offset, row: this.first, column: 0 });
    this.times.unshift(...times.map(({ at, time }) => ({ row: this.first + at, time })));
    this.start = place.offset;
  }

  /** Drops the oldest parts until the window is within its bounds, with some room. */
  trimStart(): void {
    while (this.exceeds(1 - slack) && this.parts.length > 1) {
      this.parts.shift();
      const { offset, row, column } = this.parts[0] as PartStart;
      const dropped = this.lines.splice(0, row - this.first);
      this.size -= sizeOf(dropped);
      const first = this.rawAt(0);
      // Of a progress bar only the last state is kept, whichever part it came with.
      if (column > 0 && column <= first.length) {
        this.replaceFirst(first.slice(column));
        this.parts = this.parts.map((part) =>
          part.row === row ? { ...part, column: part.column - column } : part,
        );
      }
      const time = this.timeAt(row - this.first);
      this.times = this.times.filter((mark) => mark.row > row);
      if (time !== null) {
        this.times.unshift({ row, time });
      }
      this.first = row;
      this.start = offset;
    }
  }

  /** Drops the newest parts likewise. */
  trimEnd(): void {
    while (this.exceeds(1 - slack) && this.parts.length > 1) {
      const { offset, row, column } = this.parts.pop() as PartStart;
      const open = this.rawAt(row - this.first).slice(0, column);
      this.size -= sizeOf(this.lines.splice(row - this.first)) + this.open.length - open.length;
      this.open = open;
      this.times = this.times.filter((mark) => mark.row < row || (mark.row === row && column > 0));
      this.end = offset;
    }
  }

  /** Everything kept, as shown. */
  text(): string {
    return Array.from({ length: this.count }, (_, index) => this.at(index)).join('\n');
  }

  private exceeds(share: number): boolean {
    const { rows, characters } = this.bounds;
    return this.lines.length > rows * share || this.size > characters * share;
  }

  /** About how many characters a part has so far. */
  private sizeSince({ row, column }: PartStart): number {
    const begin = row - this.first;
    const rows = this.lines.length - begin;
    // Rows alone are many enough, too.
    return rows >= leastPart / 8
      ? leastPart
      : sizeOf(this.lines.slice(begin)) + this.open.length - column;
  }

  private replaceFirst(row: string): void {
    this.size += row.length - this.rawAt(0).length;
    if (this.lines.length === 0) {
      this.open = row;
    } else {
      this.lines[0] = row;
    }
  }
}
