import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { plantedFaults as faultsOfCode } from './planted-faults.js';
import { plantedPageFaults } from './planted-page-faults.js';
import { soundFiles } from './sound-files.js';

const root = resolve(import.meta.dirname, '../..');

interface Complaint {
  rule: string;
  file: string;
}

const plantedFaults = { ...faultsOfCode, ...plantedPageFaults };
const planted = Object.entries(plantedFaults).flatMap(([rule, faults], at) =>
  faults.map((fault, number) => ({
    rule,
    code: fault.code,
    path: fault.path ?? `agent/src/fault-${at}-${number}.ts`,
  })),
);
const sound = soundFiles.map((file, at) => ({
  code: file.code,
  path: file.path ?? `agent/src/sound-${at}.ts`,
}));

let folder = '';
let complaints: Complaint[] = [];

/** A workspace of the same shape that holds nothing but the faults, so that lint runs as it does on the real one. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-lint-'));
  for (const path of [
    '.oxlintrc.json',
    'tsconfig.base.json',
    'agent/tsconfig.json',
    'apps/server/tsconfig.json',
    'scripts/lint',
  ]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { path, code } of [...planted, ...sound]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${code}\n`);
  }
  complaints = await lint(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function lint(cwd: string): Promise<Complaint[]> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((done) => {
    // Lint ends with an error code when it finds something, as here it must.
    execFile(
      process.execPath,
      [program, '--format=json', '.'],
      { cwd, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout) => done(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { code: string; filename: string }[];
  };
  return diagnostics.map(({ code, filename }) => ({
    rule: code.replace(/^eslint\((.*)\)$/, '$1').replace(/^([\w-]+)\((.*)\)$/, '$1/$2'),
    file: filename,
  }));
}

describe('lint', () => {
  test('has a planted fault for every rule that is in force', () => {
    // The file is JSON without comments.
    const { rules, overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
      rules: Record<string, unknown>;
      overrides: { rules?: Record<string, unknown> }[];
    };
    const names = [rules, ...overrides.map((override) => override.rules ?? {})].flatMap(
      Object.keys,
    );
    expect(names.filter((name) => !Object.keys(plantedFaults).includes(name))).toEqual([]);
  });

  test.each(planted)('$rule finds: $code', ({ rule, path }) => {
    expect(
      complaints.filter(({ file }) => file === path).map((complaint) => complaint.rule),
    ).toContain(rule);
  });

  test.each(sound)('lets pass: $code', ({ path }) => {
    expect(complaints.filter(({ file }) => file === path)).toEqual([]);
  });
});
