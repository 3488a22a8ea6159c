import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');

/** What each setting of tsconfig.base.json must find, by the compiler's error number. */
const faults: [setting: string, error: string, code: string][] = [
  ['noImplicitAny', 'TS7006', 'export const f = (a) => 1;'],
  ['strictNullChecks', 'TS2322', 'export const f = (a: string | null): string => a;'],
  [
    'strictFunctionTypes',
    'TS2322',
    'export const f: (a: string | number) => void = (a: string) => void a;',
  ],
  [
    'strictBindCallApply',
    'TS2345',
    "export const f = (a: number) => a;\nexport const g = f.call(null, 'a');",
  ],
  ['noImplicitThis', 'TS2683', 'export function f() { return this; }'],
  [
    'useUnknownInCatchVariables',
    'TS18046',
    'export function f() { try { f(); } catch (a) { a.b(); } }',
  ],
  ['noUncheckedIndexedAccess', 'TS2322', 'export const f = (a: number[]): number => a[0];'],
  [
    'noFallthroughCasesInSwitch',
    'TS7029',
    'export function f(a: number) { switch (a) { case 1: f(2); case 2: return 2; default: return 3; } }',
  ],
  [
    'noImplicitOverride',
    'TS4114',
    'class A { f(): void {} }\nexport class B extends A { f(): void {} }',
  ],
  ['isolatedModules', 'TS1205', "export { A } from './types.js';"],
  ['excess properties', 'TS2353', 'export const a: { b?: number } = { c: 1 };'],
  ['nodenext', 'TS2835', "export * from './types';"],
];

let folder = '';
let output = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-types-'));
  mkdirSync(join(folder, 'src'));
  copyFileSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const settings = {
    extends: './tsconfig.base.json',
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: ['src/*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'src/types.ts'), 'export type A = 1;\n');
  faults.forEach(([, , code], at) => writeFileSync(join(folder, `src/fault-${at}.ts`), code));
  output = await new Promise((done) => {
    const program = join(root, 'node_modules/typescript-native/bin/tsc');
    // It ends with an error code when it finds something, as here it must.
    execFile(
      process.execPath,
      [program, '--noEmit', '--pretty', 'false', '-p', folder],
      { cwd: folder },
      (_, stdout) => done(stdout),
    );
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the type check', () => {
  test.each(faults.map(([setting, error], at) => ({ setting, error, at })))(
    'finds by $setting: $error',
    ({ error, at }) => {
      const lines = output.split('\n').filter((line) => line.includes(`fault-${at}.ts(`));
      expect(lines.join('\n')).toContain(error);
    },
  );

  test('lets sound code pass', () => {
    expect(output).not.toContain('types.ts(');
  });
});
