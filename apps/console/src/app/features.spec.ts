import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { features } from './features.js';

const source = join(import.meta.dirname, '..');
const filesOf = (folder: string): string[] =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec)\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** What a file imports of the console, in ways that the pattern finds. */
function importsOf(file: string, pattern: RegExp): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(pattern)].flatMap(([, specifier = '']) => {
    const path = join(dirname(file), specifier.replace(/\.js$/, ''));
    return [`${path}.ts`, `${path}.tsx`].filter((name) => existsSync(join(source, name)));
  });
}
const atOnce = /^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'/gm;
const everyImport = /(?:^(?:import|export)(?! type)[^;]*? from |import\(\s*)'(\.[^']+)'/gm;

/** The files that lead back to themselves, with those between two circles: what is left without beginnings and ends. */
function circlesAmong(files: readonly string[]): string[] {
  const graph = new Map(files.map((file) => [file, importsOf(file, everyImport)]));
  const nextOf = (file: string, left: ReadonlySet<string>): string[] =>
    (graph.get(file) ?? []).filter((next) => left.has(next));
  const peel = (left: ReadonlySet<string>): ReadonlySet<string> => {
    const imported = new Set([...left].flatMap((file) => nextOf(file, left)));
    const inner = [...left].filter((file) => imported.has(file) && nextOf(file, left).length > 0);
    return inner.length < left.size ? peel(new Set(inner)) : left;
  };
  return [...peel(new Set(files))];
}

describe('features', () => {
  it('are gathered, every one that has a door', () => {
    const folders = readdirSync(join(source, 'features')).filter((name) =>
      existsSync(join(source, 'features', name, 'feature.ts')),
    );
    const gathered = Object.keys(features).filter((name) => name !== 'app');
    expect(gathered.sort()).toEqual(folders.sort());
  });

  it('say facts alone: the first page brings them all', () => {
    const doors = [
      'app',
      ...readdirSync(join(source, 'features')).map((name) => `features/${name}`),
    ]
      .map((folder) => join(folder, 'feature.ts'))
      .filter((file) => existsSync(join(source, file)));
    const brought = new Set(doors.flatMap((file) => importsOf(file, atOnce)));
    expect([...brought].sort()).toEqual(['shared/live/rules/live-rules.ts', 'shared/paths.ts']);
    expect([...brought].flatMap((file) => importsOf(file, atOnce))).toEqual([]);
  });

  it('and all other code imports in no circle, on demand neither', () => {
    expect(circlesAmong(filesOf('.').map((file) => relative('.', file)))).toEqual([]);
  });
});
