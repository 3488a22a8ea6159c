/** A fault that a rule must find: the text of a file, and its path where that matters. */
export interface PlantedFault {
  code: string;
  path?: string;
}

const cycle = 'apps/server/src/platform/circle';

/** One fault for each rule of .oxlintrc.json, the rules of pages excepted; the rule's name as it stands there. */
export const plantedFaults: Record<string, PlantedFault[]> = {
  'for-direction': [{ code: 'for (let i = 0; i < 10; i--) { void i; }' }],
  'no-async-promise-executor': [
    { code: 'export const p = new Promise<void>(async (done) => { await null; done(); });' },
  ],
  'no-case-declarations': [
    {
      code: 'export function f(x: number): number { switch (x) { case 1: let y = 1; y += x; return y; default: return 0; } }',
    },
  ],
  'no-compare-neg-zero': [{ code: 'export const f = (x: number) => x === -0;' }],
  'no-cond-assign': [
    { code: 'export function f(x: number) { if (x = 0) { return 1; } return 2; }' },
  ],
  'no-constant-binary-expression': [{ code: 'export const f = (x: string) => x + "a" ?? "b";' }],
  'no-constant-condition': [{ code: 'export function f() { if (true) { return 1; } return 2; }' }],
  'no-control-regex': [{ code: 'export const r = /\\x1f/;' }],
  'no-debugger': [{ code: 'debugger;' }],
  'no-delete-var': [{ code: 'var x = 1;\ndelete x;', path: 'scripts/a.cjs' }],
  'no-dupe-else-if': [
    {
      code: 'export function f(a: boolean) { if (a) { return 1; } else if (a) { return 2; } return 3; }',
    },
  ],
  'no-duplicate-case': [
    {
      code: 'export function f(a: number) { switch (a) { case 1: return 1; case 1: return 2; default: return 3; } }',
    },
  ],
  'no-empty': [{ code: 'export function f(a: boolean) { if (a) { } }' }],
  'no-empty-character-class': [{ code: 'export const r = /a[]b/;' }],
  'no-empty-pattern': [{ code: 'export function f({}: object) { return 1; }' }],
  'no-empty-static-block': [{ code: 'export class A { static { } }' }],
  'no-ex-assign': [{ code: 'export function f() { try { f(); } catch (e) { e = 1; throw e; } }' }],
  'no-extra-boolean-cast': [
    { code: 'export function f(a: boolean) { if (!!a) { return 1; } return 2; }' },
  ],
  'no-fallthrough': [
    { code: 'export function f(a: number) { switch (a) { case 1: f(2); default: f(3); } }' },
  ],
  'no-global-assign': [{ code: 'Object = null as never;' }],
  'no-invalid-regexp': [{ code: "export const r = new RegExp('[');" }],
  'no-irregular-whitespace': [{ code: 'export const a =\u00a01;' }],
  'no-loss-of-precision': [{ code: 'export const a = 9007199254740993;' }],
  'no-misleading-character-class': [{ code: 'export const r = /[👍]/;' }],
  'no-nonoctal-decimal-escape': [{ code: "module.exports = '\\8';", path: 'scripts/b.cjs' }],
  'no-prototype-builtins': [{ code: "export const f = (a: object) => a.hasOwnProperty('b');" }],
  'no-regex-spaces': [{ code: 'export const r = /a   b/;' }],
  'no-self-assign': [{ code: 'export function f(a: number) { a = a; return a; }' }],
  'no-shadow-restricted-names': [{ code: 'export function f(undefined: number) { return 1; }' }],
  'no-sparse-arrays': [{ code: 'export const a = [1, , 2];' }],
  'no-unassigned-vars': [{ code: 'let a: number | undefined;\nexport const f = () => a;' }],
  'no-unexpected-multiline': [
    {
      code: 'export const f = (a: number, b: number[]) => { const c = a\n[b.length]; return c; };',
    },
  ],
  'no-unsafe-finally': [
    { code: 'export function f() { try { return 1; } finally { return 2; } }' },
  ],
  'no-unsafe-optional-chaining': [{ code: 'export const f = (a?: { b(): number }) => (a?.b)();' }],
  'no-unused-labels': [{ code: 'export function f() { a: for (const b of [1]) { void b; } }' }],
  'no-unused-private-class-members': [{ code: 'export class A { #b = 1; }' }],
  'no-useless-assignment': [{ code: 'export function f() { let a = 1; a = 2; return a; }' }],
  'no-useless-backreference': [{ code: 'export const r = /\\1(a)/;' }],
  'no-useless-catch': [{ code: 'export function f() { try { f(); } catch (e) { throw e; } }' }],
  'no-useless-escape': [{ code: "export const a = '\\d';" }],
  'preserve-caught-error': [
    { code: "export function f() { try { f(); } catch (e) { throw new Error('a'); } }" },
  ],
  'require-yield': [{ code: 'export function* f() { return 1; }' }],
  'use-isnan': [{ code: 'export const f = (a: number) => a === NaN;' }],
  'valid-typeof': [{ code: "export const f = (a: unknown) => typeof a === 'strnig';" }],
  'no-var': [{ code: 'export var a = 1;' }],
  'prefer-const': [{ code: 'let a = 1;\nexport const f = () => a;' }],
  'prefer-rest-params': [{ code: 'export function f() { return arguments[0]; }' }],
  'prefer-spread': [
    {
      code: 'export const f = (g: (...a: number[]) => void, a: number[]) => g.apply(undefined, a);',
    },
  ],
  'typescript/ban-ts-comment': [{ code: '// @ts-ignore\nexport const a = 1;' }],
  'no-array-constructor': [{ code: 'export const a: unknown[] = new Array(1, 2, 3);' }],
  'typescript/no-duplicate-enum-values': [{ code: 'export enum A { B = 1, C = 1 }' }],
  'typescript/no-empty-object-type': [{ code: 'export type A = {};' }],
  'typescript/no-explicit-any': [{ code: 'export const a: any = 1;' }],
  'typescript/no-extra-non-null-assertion': [
    { code: 'export const f = (a?: { b: number }) => a!!.b;' },
  ],
  'typescript/no-misused-new': [{ code: 'export interface A { new (): A; }' }],
  'typescript/no-namespace': [{ code: 'export namespace A { export const b = 1; }' }],
  'typescript/no-non-null-asserted-optional-chain': [
    { code: 'export const f = (a?: { b: number }) => (a?.b)!;' },
  ],
  'typescript/no-require-imports': [{ code: "export const fs: unknown = require('fs');" }],
  'typescript/no-this-alias': [
    { code: 'export class A { f() { const self = this; return self; } }' },
  ],
  'typescript/no-unnecessary-type-constraint': [
    { code: 'export const f = <T extends unknown>(a: T) => a;' },
  ],
  'typescript/no-unsafe-declaration-merging': [
    { code: 'export interface A { b: number }\nexport class A {}' },
  ],
  'typescript/no-unsafe-function-type': [{ code: 'export const f = (a: Function) => a;' }],
  'no-unused-expressions': [{ code: 'export function f(a: { b: number }) { a.b; }' }],
  'no-unused-vars': [
    { code: 'const a = 1;\nexport {};' },
    { code: 'export function f(a: number) { return 1; }' },
    { code: "import type { A } from './b.js';\nexport {};" },
  ],
  'typescript/no-wrapper-object-types': [{ code: 'export const f = (a: String) => a;' }],
  'typescript/prefer-as-const': [{ code: "export const a = 'b' as 'b';" }],
  'typescript/prefer-namespace-keyword': [{ code: 'declare module A { const b: number; }' }],
  'typescript/triple-slash-reference': [{ code: '/// <reference path="./a.ts" />\nexport {};' }],
  'typescript/no-floating-promises': [
    { code: 'async function g() { await null; }\nexport function f() { g(); }' },
    { code: 'export function f(g: () => Promise<void>) { g().then(() => 1); }' },
  ],
  'typescript/no-misused-promises': [
    {
      code: 'export async function f(g: () => Promise<boolean>) { if (g()) { return 1; } return 2; }',
    },
    {
      code: 'export const f = (a: number[]) => a.forEach(async (b) => { await Promise.resolve(b); });',
    },
    { code: 'export const f = (a: { b: () => void }) => { a.b = async () => { await null; }; };' },
  ],
  'typescript/switch-exhaustiveness-check': [
    { code: "export function f(a: 'b' | 'c') { switch (a) { case 'b': return 1; } return 2; }" },
  ],
  curly: [{ code: 'export function f(a: boolean) { if (a) return 1; return 2; }' }],
  eqeqeq: [{ code: 'export const f = (a: number, b: number) => a == b;' }],
  'no-console': [{ code: "console.log('a');", path: 'apps/server/src/a.ts' }],
  'max-lines': [
    { code: 'export const a = 1;\n' + 'void a;\n'.repeat(400) },
    { code: 'export const a = 1;\n' + '// a\n'.repeat(600), path: 'agent/src/long.spec.ts' },
  ],
  'unicorn/filename-case': [
    { code: 'export {};', path: 'agent/src/NotKebab.ts' },
    { code: 'export {};', path: 'agent/src/notKebab.spec.ts' },
    { code: 'export {};', path: 'agent/src/not_kebab.ts' },
    { code: 'export {};', path: 'scripts/notKebab.mjs' },
    { code: 'export {};', path: 'agent/src/a.notKebab.ts' },
  ],
  'import/no-cycle': [
    {
      code: "import { b } from './b.js';\nexport const a = (): number => b();",
      path: `${cycle}/a.ts`,
    },
    {
      code: "import { a } from './a.js';\nexport const b = (): number => a();",
      path: `${cycle}/b.ts`,
    },
    { code: "import type { D } from './d.js';\nexport type C = D | 1;", path: `${cycle}/c.ts` },
    { code: "import type { E } from './e.js';\nexport type D = E | 2;", path: `${cycle}/d.ts` },
    { code: "import type { C } from './c.js';\nexport type E = C[];", path: `${cycle}/e.ts` },
  ],
  'house/collected-promises': [
    {
      code: 'export class A { async b() {} async c() { const d = []; d.push(this.b()); await this.b(); await Promise.all(d); } }',
    },
    {
      code: 'async function f(): Promise<void> {}\nexport class A { private g = new Set<Promise<void>>(); h() { const i = f().finally(() => this.g.delete(i)); this.g.add(i); } }',
    },
    {
      code: "import { once } from 'node:events';\nexport class A { b: Promise<unknown>[] = []; c(d: NodeJS.EventEmitter) { this.b.push(once(d, 'e')); } }",
    },
  ],
  'house/reactions': [
    {
      code: "import type { Hooks } from '../../../platform/hooks/hooks.service.js';\nexport class A { constructor(private readonly hooks: Hooks) { this.hooks.on('a', () => 1); } }",
      path: 'apps/server/src/features/disk/usage/f.ts',
    },
    {
      code: "import type { B } from '../spaces/b.service.js';\nexport class A { constructor(b: B) { b.register(1); } }",
      path: 'apps/server/src/features/disk/g.ts',
    },
  ],
  'house/arrows': [
    { code: "import '../disk/disk.service.js';", path: 'apps/server/src/features/spaces/a.ts' },
    {
      code: "export * from '../disk/disk.service.js';",
      path: 'apps/server/src/features/spaces/b.ts',
    },
    {
      code: "export { a } from '../disk/disk.service.js';",
      path: 'apps/server/src/features/spaces/c.ts',
    },
    {
      code: "export type A = import('../disk/disk.service.js').A;",
      path: 'apps/server/src/features/spaces/d.ts',
    },
    {
      code: "export const a = () => import('../disk/disk.service.js');",
      path: 'apps/server/src/features/spaces/e.ts',
    },
    {
      code: "import type { A } from '../disk/disk.service.js';\nexport type B = A;",
      path: 'apps/server/src/features/spaces/f.ts',
    },
  ],
  'no-undef': [{ code: 'export const a = b;', path: 'scripts/c.mjs' }],
  'constructor-super': [
    {
      code: 'export class A extends Array { constructor() { void 1; } }',
      path: 'scripts/plain-0.mjs',
    },
  ],
  'getter-return': [
    { code: 'export const a = { get b() { void 1; } };', path: 'scripts/plain-1.mjs' },
  ],
  'no-class-assign': [{ code: 'class A {}\nA = 1;\nexport { A };', path: 'scripts/plain-2.mjs' }],
  'no-const-assign': [{ code: 'const a = 1;\na = 2;\nexport { a };', path: 'scripts/plain-3.mjs' }],
  'no-dupe-class-members': [
    { code: 'export class A { b() { return 1; } b() { return 2; } }', path: 'scripts/plain-4.mjs' },
  ],
  'no-dupe-keys': [{ code: 'export const a = { b: 1, b: 2 };', path: 'scripts/plain-5.mjs' }],
  'no-func-assign': [
    { code: 'function f() { return 1; }\nf = 2;\nexport { f };', path: 'scripts/plain-6.mjs' },
  ],
  'no-import-assign': [
    { code: "import { a } from './arrows.mjs';\na = 1;", path: 'scripts/plain-7.mjs' },
  ],
  'no-new-native-nonconstructor': [
    { code: "export const a = new Symbol('b');", path: 'scripts/plain-8.mjs' },
  ],
  'no-obj-calls': [{ code: 'export const a = Math();', path: 'scripts/plain-9.mjs' }],
  'no-redeclare': [
    { code: 'var a = 1;\nvar a = 2;\nmodule.exports = a;', path: 'scripts/plain-10.cjs' },
  ],
  'no-setter-return': [
    { code: 'export const a = { set b(c) { return c; } };', path: 'scripts/plain-11.mjs' },
  ],
  'no-this-before-super': [
    {
      code: 'export class A extends Array { constructor() { this.b = 1; super(); } }',
      path: 'scripts/plain-12.mjs',
    },
  ],
  'no-unreachable': [
    { code: 'export function f() { return 1; void 2; }', path: 'scripts/plain-13.mjs' },
  ],
  'no-unsafe-negation': [
    { code: 'export const f = (a, b) => !a in b;', path: 'scripts/plain-14.mjs' },
  ],
  'no-with': [{ code: 'with (Math) { max(1); }', path: 'scripts/plain-15.cjs' }],
};
