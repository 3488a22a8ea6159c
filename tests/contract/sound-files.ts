import type { PlantedFault } from './planted-faults.js';

/** What no rule may complain about, among it what the rules' options allow. */
export const soundFiles: PlantedFault[] = [
  { code: 'export const f = (_a: number) => 1;' },
  { code: 'export async function f(g: () => Promise<void>) { await g(); void g(); }' },
  {
    code: "export function f(a: 'b' | 'c') { switch (a) { case 'b': return 1; default: return 2; } }",
  },
  {
    code: 'async function f(): Promise<void> {}\nexport function g(a: Set<Promise<void>>, b: unknown[], c: (d: () => unknown) => number) { const e = f().catch(c).finally(() => a.delete(e)); a.add(e); b.push(f().then(() => 1, c)); b.push(c(f)); }',
  },
  { code: "console.log('a');", path: 'tests/load/a.mjs' },
  { code: '// a\n'.repeat(600) + 'export {};' },
  { code: 'export {};', path: 'agent/src/a-b.int.spec.ts' },
  { code: 'void a;\n'.repeat(500) + 'const a = 1;', path: 'agent/src/b.spec.ts' },
];
