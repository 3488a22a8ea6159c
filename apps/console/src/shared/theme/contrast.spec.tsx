import { describe, expect, it } from '@jest/globals';
import { theme } from 'antd';
import { antdTheme } from './antd-theme.js';
import { palettes, themeNames, type Palette, type ThemeName } from './tokens.js';

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
  ['badText', [...grounds, 'badSoft']],
  ['badTextHover', [...grounds, 'badSoft']],
  ['brandHover', grounds],
  ['runningText', grounds],
  ['onBrand', ['brand', 'brandHover', 'badText', 'badTextHover']],
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

type Pair = readonly [string, string | undefined, string | undefined];

/** What antd draws of our tokens, with those that it derives: words of a control, and the ground that this state has. */
function drawnWords(name: ThemeName): Pair[] {
  const config = antdTheme(name);
  const token = theme.getDesignToken(config);
  const button = { ...token, ...config.components?.Button };
  const { colorTextLightSolid: onSolid, colorBgContainer: ground } = token;
  return [
    ['primary', onSolid, button.colorPrimary],
    ['primary, hovered', onSolid, button.colorPrimaryHover],
    ['primary, pressed', onSolid, button.colorPrimaryActive],
    ['danger', onSolid, token.colorError],
    ['danger, hovered', onSolid, token.colorErrorHover],
    ['danger, pressed', onSolid, token.colorErrorActive],
    ['outlined, hovered', button.colorPrimaryHover, ground],
    ['outlined, pressed', button.colorPrimaryActive, ground],
    ['outlined danger', token.colorError, ground],
    ['outlined danger, hovered', token.colorErrorHover, ground],
    ['outlined danger, pressed', token.colorErrorActive, ground],
    ['link, hovered', token.colorLinkHover, ground],
    ['link, hovered on a chosen row', token.colorLinkHover, palettes[name].brandSoft],
    ['link, pressed', token.colorLinkActive, ground],
    ['red text, hovered', token.colorErrorHover, token.colorErrorBg],
    ['red text, pressed', token.colorErrorActive, token.colorErrorBgActive],
    ['chosen item, hovered', token.colorText, token.controlItemBgActiveHover],
  ];
}

/** Likewise what has to be found and says a state: edges, and switches against the page and against their handles. */
function drawnMarks(name: ThemeName): Pair[] {
  const config = antdTheme(name);
  const token = theme.getDesignToken(config);
  const own = config.components?.Switch;
  const off = own?.colorTextQuaternary;
  const offHovered = own?.colorTextTertiary;
  const handle = own?.handleBg;
  return [
    ...(['ground', 'surface', 'raised'] as const).flatMap((ground): Pair[] => [
      [`field on ${ground}`, token.colorBorder, palettes[name][ground]],
      [`field on ${ground}, hovered`, token.colorPrimaryHover, palettes[name][ground]],
      [`switch on ${ground}, off`, off, palettes[name][ground]],
      [`switch on ${ground}, off, hovered`, offHovered, palettes[name][ground]],
      [`switch on ${ground}`, token.colorPrimary, palettes[name][ground]],
      [`switch on ${ground}, hovered`, token.colorPrimaryHover, palettes[name][ground]],
    ]),
    ['handle, off', handle, off],
    ['handle, off, hovered', handle, offHovered],
    ['handle', handle, token.colorPrimary],
    ['handle, hovered', handle, token.colorPrimaryHover],
  ];
}

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

  it('keeps what antd draws readable and in sight in every state', () => {
    const ratioOf = ([state, a = '', b = '']: Pair): { state: string; ratio: number } => ({
      state,
      ratio: contrast(a, b),
    });
    // A colour that is missing has no ratio, and is not good enough either.
    const isBelow =
      (least: number) =>
      ({ ratio }: { ratio: number }): boolean =>
        !(ratio >= least);
    expect(drawnWords(name).map(ratioOf).filter(isBelow(4.5))).toEqual([]);
    expect(drawnMarks(name).map(ratioOf).filter(isBelow(3))).toEqual([]);
  });
});
