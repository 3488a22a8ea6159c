import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Runs in an image of server or worker and makes its built programs those of the next version: a higher number, and one migration
 * more. Fails when it does not find what it changes.
 */
const dist = 'apps/server/dist';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));

/** Adds a table, and a column to a table that the old version writes all the time. */
const migration = `class NextVersion2999123123590 {
  async up(runner) {
    await runner.query('CREATE TABLE next_version (id bigserial PRIMARY KEY)');
    await runner.query('ALTER TABLE script_job ADD COLUMN next_version text');
  }
  async down() {}
}`;

let versions = 0;
let lists = 0;
const change = (path) => {
  const text = readFileSync(path, 'utf8')
    .replaceAll(`"version": "${version}"`, () => {
      versions += 1;
      return `"version": "${next}"`;
    })
    .replaceAll(`const version=\`${version}\``, () => {
      versions += 1;
      return `const version=\`${next}\``;
    })
    .replaceAll(/const migrations=\[([\w,]+)\]/g, (_, names) => {
      lists += 1;
      return `const migrations=[${names},${migration}]`;
    });
  writeFileSync(path, text);
};
change('package.json');
readdirSync(dist)
  .filter((name) => name.endsWith('.js'))
  .forEach((name) => change(`${dist}/${name}`));
if (versions < 2 || lists !== 1) {
  throw new Error(`Found ${versions} places of the version and ${lists} lists of migrations.`);
}
