import { describe, expect, test } from '@jest/globals';
import { classesOf, classUses, judgeCss } from '../../scripts/lint/judge-styles.mjs';

const tokens = { spaces: { 1: 4, '2-5': 10 }, breakPoints: { narrow: 760 } };
const judge = (css: string): string[] =>
  judgeCss(css, tokens).map(({ line, message }) => `${line}: ${message}`);

describe('the lint of styles', () => {
  test.each([
    ['.a {\n  border-radius: 7px;\n}', '2: 7px: use a token, var(--radius-…).'],
    ['.a { border-end-start-radius: 3px; }', '1: 3px: use a token, var(--radius-…).'],
    ['.a { font-size: 12px; }', '1: 12px: use a token, var(--text-…).'],
    ['.a { display: flex; gap: 4px; }', '1: 4px is var(--space-1).'],
    ['.a { padding: 0 10px; }', '1: 10px is var(--space-2-5).'],
    ['.a { margin-inline-start: 4px; }', '1: 4px is var(--space-1).'],
    ['.a { font-family: Menlo, monospace; }', '1: The font of code is var(--mono).'],
    ['.a { font: 13px/20px monospace; }', '1: The font of code is var(--mono).'],
    ['.a { color: #fff; }', '1: Colours are spelled in the theme only.'],
    ['.a { box-shadow: 0 0 2px rgb(0 0 0 / 14%); }', '1: Colours are spelled in the theme only.'],
    ['@media (max-width: 700px) {\n}', '1: 700 px is no break point of the theme.'],
  ])('finds: %s', (css, fault) => {
    expect(judge(css)).toEqual([fault]);
  });

  test.each([
    '.a { gap: 3px; padding: 0; margin: -4px; width: 10px; border-radius: 0 50%; }',
    '.a { border-radius: var(--radius-card); font-size: 0; color: var(--brand); }',
    '@media (max-width: 760px) { .a { color: inherit; } }',
    '/* .a { color: #fff; } */',
  ])('lets pass: %s', (css) => {
    expect(judge(css)).toEqual([]);
  });

  test('finds every declaration of a rule', () => {
    expect(judge('.a {\n  gap: 4px;\n  padding: 4px;\n  margin: 4px;\n}')).toHaveLength(3);
  });
});

test('knows the classes of a file of styles, and which a component takes', () => {
  const css = '/* .no */ .a > .b-c:hover,\n.d:global(.ant-x) {}\n@media (x) { .e {} }';
  expect([...classesOf(css)]).toEqual(['a', 'b-c', 'd', 'e']);
  const component = "import styles from './a.module.css';\n<i className={styles['a']} />";
  expect(classUses(component)).toEqual([
    { specifier: './a.module.css', isOpen: false, used: [{ name: 'a', line: 2 }] },
  ]);
  expect(classUses(component.replace("['a']", '[kind]'))[0]?.isOpen).toBe(true);
  expect(classUses(`${component}\nuse(styles)`)[0]?.isOpen).toBe(true);
});
