/** The two looks of the console (spec part 1 §9). */
export const themeNames = ['light', 'dark'] as const;
export type ThemeName = (typeof themeNames)[number];

/** Every colour of the console; the only place that spells colours. */
export interface Palette {
  ground: string;
  surface: string;
  raised: string;
  line: string;
  text: string;
  soft: string;
  faint: string;
  brand: string;
  brandHover: string;
  brandSoft: string;
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
  /** Words on the art of the login page. */
  onArt: string;
}

export const palettes: Record<ThemeName, Palette> = {
  light: {
    ground: '#f4f6f6',
    surface: '#ffffff',
    raised: '#ffffff',
    line: '#e3e8e8',
    text: '#16211f',
    soft: '#5d6d6a',
    faint: '#63726e',
    brand: '#0f7b74',
    brandHover: '#138f87',
    brandSoft: '#e6f4f2',
    onBrand: '#ffffff',
    ok: '#2f9e63',
    waiting: '#d9822b',
    bad: '#cf4a3f',
    running: '#2f6fd0',
    okText: '#1d7445',
    waitingText: '#99560f',
    badText: '#b0362d',
    runningText: '#255cb0',
    chartCpu: '#0f7b74',
    chartMemory: '#7a5bd0',
    logGround: '#0b1212',
    logText: '#cfe3df',
    logAccent: '#6fd3c7',
    shadow: '0 1px 2px rgba(10,30,28,.06), 0 4px 16px rgba(10,30,28,.05)',
    artFrom: '#1b8f86',
    artMiddle: '#0a3f3c',
    artTo: '#07262a',
    onArt: '#ffffff',
  },
  dark: {
    ground: '#0d1313',
    surface: '#141c1c',
    raised: '#1a2424',
    line: '#243030',
    text: '#e6eeec',
    soft: '#9db0ac',
    faint: '#869893',
    brand: '#35b3a8',
    brandHover: '#4cc4ba',
    brandSoft: '#12302d',
    onBrand: '#06211f',
    ok: '#4cc38a',
    waiting: '#e8a04e',
    bad: '#ef7166',
    running: '#6fa3f0',
    okText: '#4cc38a',
    waitingText: '#e8a04e',
    badText: '#f08077',
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
    onArt: '#ffffff',
  },
};

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

/** Both palettes as CSS variables (`--brand-soft` …), chosen by `html[data-theme]`. */
export function themeCss(): string {
  return `${block(':root', 'light')}\n${block(':root[data-theme=dark]', 'dark')}\nbody{background:var(--ground)}`;
}
