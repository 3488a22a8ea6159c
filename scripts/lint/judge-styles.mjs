/**
 * What is wrong with the console's styles: measures, fonts, colours and break points that are not the theme's
 * (apps/console/src/shared/theme/tokens.ts), and classes that one of the two sides does not know.
 */

/** Properties whose every length is a token, by the token's group. */
const strict = [
  { group: 'radius', property: /^border-([a-z]+-)*radius$/ },
  { group: 'text', property: /^font-size$/ },
];
/** Gaps may be off the scale, where one pixel more or less decides; what is on it is spelled by its token. */
const spaced = /^((row|column)-)?gap$|^(padding|margin)(-[a-z]+)*$/;

const length = /(?<![\w.-])(\d+(?:\.\d+)?)px\b/g;
const colour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i;

/** @param {string} text */
const withoutComments = (text) =>
  text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));

/** @param {string} text @param {number} at */
const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/**
 * The faults of one file of styles.
 * @param {string} source
 * @param {import('./judge-styles.mjs').Tokens} tokens
 */
export function judgeCss(source, tokens) {
  const text = withoutComments(source);
  const faults = [];
  const report = (at, message) => faults.push({ line: lineOf(text, at), message });
  for (const match of text.matchAll(/@media[^{]*/g)) {
    for (const [, width] of match[0].matchAll(/width: (\d+)px/g)) {
      if (!Object.values(tokens.breakPoints).includes(Number(width))) {
        report(match.index, `${width} px is no break point of the theme.`);
      }
    }
  }
  for (const match of text.matchAll(/(?<=[{};]\s*)([a-z-]+):\s*([^;{}]*);/g)) {
    judgeDeclaration(match[1], match[2], tokens).forEach((message) => report(match.index, message));
  }
  return faults;
}

function judgeDeclaration(property, value, tokens) {
  const faults = [];
  const exact = strict.find((kind) => kind.property.test(property));
  for (const [, digits] of value.matchAll(length)) {
    const pixels = Number(digits);
    if (exact && pixels > 0) {
      faults.push(`${digits}px: use a token, var(--${exact.group}-…).`);
    }
    const space = Object.entries(tokens.spaces).find(([, size]) => size === pixels)?.[0];
    if (spaced.test(property) && space !== undefined && !value.includes('calc(')) {
      faults.push(`${digits}px is var(--space-${space}).`);
    }
  }
  if (/^font(-family)?$/.test(property) && /monospace/.test(value)) {
    faults.push('The font of code is var(--mono).');
  }
  if (!property.startsWith('--') && colour.test(value)) {
    faults.push('Colours are spelled in the theme only.');
  }
  return faults;
}

/** The classes that a file of styles has for its importers. @param {string} source */
export function classesOf(source) {
  const selectors = withoutComments(source)
    .replace(/:global\([^)]*\)/g, '')
    .matchAll(/(^|[{}])\s*([^{}@;]+)\{/g);
  const names = [...selectors].flatMap((match) =>
    [...match[2].matchAll(/\.([a-zA-Z_][\w-]*)/g)].map((found) => found[1]),
  );
  return new Set(names);
}

/**
 * Which classes a source file takes from which file of styles (by the import's specifier). `isOpen`: it takes some by a
 * name that only running tells.
 * @param {string} source
 */
export function classUses(source) {
  return [...source.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].map(
    ([, name, specifier]) => {
      const used = [...source.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))];
      return {
        specifier,
        isOpen: new RegExp(`\\b${name}\\[[^']|\\b${name}\\b(?!\\[)(?! from)`).test(source),
        used: used.map((match) => ({ name: match[1], line: lineOf(source, match.index) })),
      };
    },
  );
}
