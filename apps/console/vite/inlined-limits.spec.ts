import { expect, it } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import { readLimits, withInlinedLimits } from './inlined-limits.js';

const known = readLimits();

it('knows every limit, as it is', () => {
  expect([...known.keys()]).toEqual(Object.keys(limits));
  // They are written as plain products and lists, which JSON tells but for the signs of numbers.
  const valueOf = (text: string): unknown =>
    text.startsWith('[')
      ? JSON.parse(text)
      : text.split(' * ').reduce((product, factor) => {
          const [base = '', power = '1'] = factor.replaceAll('_', '').split(' ** ');
          return product * Number(base) ** Number(power);
        }, 1);
  expect([...known.values()].map(valueOf)).toEqual(Object.values(limits));
});

it('writes them where the contracts are imported, and nowhere else', () => {
  const use = 'const a = limits.maxPageSize + limits.unknown + sizes.limits;';
  const imported = "import { call, limits } from '@clusterdesk/contracts';\n";
  expect(withInlinedLimits(imported + use, known)).toBe(
    `${imported}const a = (1000) + limits.unknown + sizes.limits;`,
  );
  expect(withInlinedLimits(use, known)).toBe(use);
});
