/** Lint of the console's styles: `node scripts/lint/styles.mjs`; what it refuses is in judge-styles.mjs. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { loadTypescript } from '../../tests/support/jest/load-typescript.mjs';
import { classesOf, classUses, judgeCss } from './judge-styles.mjs';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'apps/console/src');
const tokens = await loadTypescript('apps/console/src/shared/theme/tokens.ts');
const faults = [];
const report = (file, line, message) => faults.push(`${relative(root, file)}:${line}: ${message}`);

const files = readdirSync(source, { recursive: true }).map((name) => join(source, String(name)));
const styles = new Map(
  files.filter((file) => file.endsWith('.css')).map((file) => [file, readFileSync(file, 'utf8')]),
);
for (const [file, text] of styles) {
  judgeCss(text, tokens).forEach(({ line, message }) => report(file, line, message));
}

/** Which classes of each file are taken by somebody; null: any may be. */
const taken = new Map([...styles.keys()].map((file) => [file, new Set()]));
for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
  for (const { specifier, isOpen, used } of classUses(readFileSync(file, 'utf8'))) {
    const from = resolve(dirname(file), specifier);
    const known = classesOf(styles.get(from) ?? '');
    for (const { name, line } of used) {
      taken.get(from)?.add(name);
      if (!known.has(name)) {
        report(file, line, `There is no class "${name}" in ${specifier}.`);
      }
    }
    if (isOpen) {
      taken.set(from, null);
    }
  }
}
for (const [file, names] of taken) {
  const unused = file.endsWith('.module.css') && names !== null;
  for (const name of unused ? classesOf(styles.get(file)) : []) {
    if (!names.has(name)) {
      report(file, 1, `Nothing uses the class "${name}".`);
    }
  }
}

faults.forEach((fault) => console.error(fault));
process.exitCode = faults.length === 0 ? 0 : 1;
