import { describe, expect, it } from '@jest/globals';
import { palettes, themeNames, type Palette } from './tokens.js';

const channel = (hex: string, start: number): number => {
  const value = parseInt(hex.slice(start, start + 2), 16) / 255;
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

/** WCAG 2.2: how far apart two colours are, 1 to 21. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

type Colour = keyof Palette;
const plainGrounds: readonly Colour[] = ['ground', 'surface', 'raised'];
const grounds: readonly Colour[] = [...plainGrounds, 'brandSoft'];

/** Words, 4.5 : 1 (SC 1.4.3). */
const words: readonly (readonly [Colour, readonly Colour[]])[] = [
  ['text', [...grounds, 'brandSoftHover']],
  // On `line`: the choices of a segmented control that are not chosen.
  ['soft', [...grounds, 'line']],
  ['faint', grounds],
  ['brand', grounds],
  ['okText', grounds],
  ['waitingText', grounds],
  ['badText', grounds],
  ['runningText', grounds],
  ['onBrand', ['brand']],
  ['logText', ['logGround']],
  ['logAccent', ['logGround']],
  ['onArt', ['artFrom', 'artMiddle', 'artTo']],
];
/** Edges of controls, the focus ring, marks and curves, 3 : 1 (SC 1.4.11). */
const marks: readonly (readonly [Colour, readonly Colour[]])[] = [
  ['control', grounds],
  ['brand', grounds],
  ['ok', plainGrounds],
  ['waiting', plainGrounds],
  ['bad', plainGrounds],
  ['running', plainGrounds],
  ['chartCpu', ['surface']],
  ['chartMemory', ['surface']],
];

describe.each(themeNames)('the %s palette', (name) => {
  const palette = palettes[name];
  const tooClose = (pairs: typeof words, least: number): string[] =>
    pairs.flatMap(([colour, below]) =>
      below
        .map((ground) => ({ ground, ratio: contrast(palette[colour], palette[ground]) }))
        .filter(({ ratio }) => ratio < least)
        .map(({ ground, ratio }) => `${colour} on ${ground}: ${ratio.toFixed(2)}`),
    );

  it('keeps words readable', () => {
    expect(tooClose(words, 4.5)).toEqual([]);
  });

  it('keeps the edges of controls, the focus ring and marks in sight', () => {
    expect(tooClose(marks, 3)).toEqual([]);
  });
});
