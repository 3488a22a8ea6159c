/** The two looks of the console (spec part 1 §9). */
export const themeNames = ['light', 'dark'] as const;
export type ThemeName = (typeof themeNames)[number];

/** Every colour of the console; the only place that spells colours. */
export interface Palette {
  ground: string;
  surface: string;
  raised: string;
  /** Between rows and around cards: it parts, it need not be found. */
  line: string;
  /** Around what is filled in or ticked: it has to be found (3 : 1 on every ground). */
  control: string;
  text: string;
  soft: string;
  faint: string;
  brand: string;
  /** The brand under the pointer, as a ground and as words. */
  brandHover: string;
  brandSoft: string;
  /** The selection under the pointer. */
  brandSoftHover: string;
  /** Text and icons on a brand-coloured ground. */
  onBrand: string;
  ok: string;
  waiting: string;
  bad: string;
  running: string;
  /** The same states as words on a tinted ground, dark or light enough to read (AA). */
  okText: string;
  waitingText: string;
  badText: string;
  /** What deletes, under the pointer: as a ground and as words. */
  badTextHover: string;
  /** Under red words. */
  badSoft: string;
  runningText: string;
  chartCpu: string;
  chartMemory: string;
  logGround: string;
  logText: string;
  logAccent: string;
  shadow: string;
  artFrom: string;
  artMiddle: string;
  artTo: string;
  /** Under the pages of documents, which bring their own ink. */
  paper: string;
  /** Words on the art of the login page. */
  onArt: string;
}

export const palettes: Record<ThemeName, Palette> = {
  light: {
    ground: '#f4f6f6',
    surface: '#ffffff',
    raised: '#ffffff',
    line: '#e3e8e8',
    control: '#7b8b87',
    text: '#16211f',
    soft: '#566562',
    faint: '#5f6e6a',
    brand: '#0f7b74',
    brandHover: '#0c625c',
    brandSoft: '#e6f4f2',
    brandSoftHover: '#d5ebe8',
    onBrand: '#ffffff',
    ok: '#2f9e63',
    waiting: '#c27217',
    bad: '#cf4a3f',
    running: '#2f6fd0',
    okText: '#1d7445',
    waitingText: '#99560f',
    badText: '#b0362d',
    badTextHover: '#8f2a22',
    badSoft: '#f9ebe9',
    runningText: '#255cb0',
    chartCpu: '#0f7b74',
    chartMemory: '#7a5bd0',
    logGround: '#0b1212',
    logText: '#cfe3df',
    logAccent: '#6fd3c7',
    shadow: '0 1px 2px rgba(10,30,28,.06), 0 4px 16px rgba(10,30,28,.05)',
    artFrom: '#17827a',
    artMiddle: '#0a3f3c',
    artTo: '#07262a',
    paper: '#ffffff',
    onArt: '#ffffff',
  },
  dark: {
    ground: '#0d1313',
    surface: '#141c1c',
    raised: '#1a2424',
    line: '#243030',
    control: '#6a7d79',
    text: '#e6eeec',
    soft: '#9db0ac',
    faint: '#869893',
    brand: '#35b3a8',
    brandHover: '#4cc4ba',
    brandSoft: '#12302d',
    brandSoftHover: '#173b37',
    onBrand: '#06211f',
    ok: '#4cc38a',
    waiting: '#e8a04e',
    bad: '#ef7166',
    running: '#6fa3f0',
    okText: '#4cc38a',
    waitingText: '#e8a04e',
    badText: '#f08077',
    badTextHover: '#f59a93',
    badSoft: '#331f1e',
    runningText: '#7cacf3',
    chartCpu: '#35b3a8',
    chartMemory: '#a78bfa',
    logGround: '#080d0d',
    logText: '#cfe3df',
    logAccent: '#6fd3c7',
    shadow: '0 1px 2px rgba(0,0,0,.5), 0 6px 20px rgba(0,0,0,.35)',
    artFrom: '#176f68',
    artMiddle: '#0a3330',
    artTo: '#06191b',
    paper: '#ffffff',
    onArt: '#ffffff',
  },
};

/** Corners, pixels: marks in text, marks within a line, controls, blocks within a card, cards, what floats, and round ends. */
export const radii = {
  hair: 2,
  small: 4,
  control: 6,
  block: 8,
  card: 10,
  float: 20,
  pill: 999,
} as const;

/**
 * Type sizes, pixels: the seven English words of a phone's dock, labels of pictures, notes, secondary lines, text, headings of cards and pages, figures, headings of
 * pages that stand alone, their pictures, and the largest words there are.
 */
export const textSizes = {
  dock: 10,
  tiny: 11,
  small: 12,
  minor: 13,
  base: 14,
  large: 16,
  figure: 18,
  heading: 24,
  display: 28,
  hero: 40,
} as const;

/** Gaps, pixels, named by how many times four they are: `--space-2` is 8, `--space-2-5` is 10. */
export const spaces = {
  half: 2,
  1: 4,
  '1-5': 6,
  2: 8,
  '2-5': 10,
  3: 12,
  '3-5': 14,
  4: 16,
  '4-5': 18,
  5: 20,
  6: 24,
  8: 32,
  10: 40,
  12: 48,
} as const;

/** Widths below which the console takes another shape, pixels; CSS can only spell them in `@media`, lint checks that it does. */
export const breakPoints = {
  /** Rows become cards, forms one column. */
  card: 600,
  /** Phones: the dock, bars of icons, one thing at a time. */
  narrow: 760,
  /** Side by side becomes one below the other. */
  middle: 900,
  /** The least important columns go. */
  wide: 1100,
  /** Room for columns that repeat what others say, too. */
  widest: 1500,
} as const;

/** Code, logs, hashes. */
export const monoFont =
  "ui-monospace,'SFMono-Regular',Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK SC',monospace";

/** The ring around what has the focus, pixels. */
export const focusRingPx = 2;

const measures: Record<string, Record<string, number>> = {
  radius: radii,
  text: textSizes,
  space: spaces,
};

const measureCss = (): string =>
  Object.entries(measures)
    .flatMap(([group, sizes]) =>
      Object.entries(sizes).map(([name, pixels]) => `--${group}-${name}:${pixels}px`),
    )
    .concat(`--focus-ring:${focusRingPx}px`, `--mono:${monoFont}`)
    .join(';');

const variableName = (key: string): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A palette as CSS variables, for a part of the page that shows another look than the rest. */
export const themeVariables = (theme: ThemeName): Record<string, string> =>
  Object.fromEntries(
    Object.entries(palettes[theme]).map(([key, value]) => [variableName(key), value]),
  );

const block = (selector: string, theme: ThemeName): string => {
  const lines = Object.entries(themeVariables(theme)).map(([name, value]) => `${name}:${value}`);
  return `${selector}{color-scheme:${theme};${lines.join(';')}}`;
};

/** Measures (`--radius-card` …) and both palettes (`--brand-soft` …) as CSS variables; `html[data-theme]` chooses the palette. */
export function themeCss(): string {
  return `:root{${measureCss()}}\n${block(':root', 'light')}\n${block(':root[data-theme=dark]', 'dark')}\nbody{background:var(--ground)}`;
}
