/**
 * `npm run release -- keygen|bundle|folder|inspect`: makes what platforms upgrade themselves by (docs/decisions/upgrades.md).
 *
 *   keygen FOLDER                     a key pair: release-key.pem stays with the publisher, release-key.pub.pem goes to UPDATE_PUBLIC_KEY
 *   bundle --key FILE [--out FOLDER]  the built programs as clusterdesk-<version>-<platform>.bundle, and latest.json for the feed
 *          [--notes-cn TEXT] [--notes-en TEXT] [--min-from VERSION]
 *   folder --out FOLDER               the same programs unsigned, without the launcher: for images and services (deploy/docker, deploy/systemd)
 *   inspect FILE [--key FILE]         what a bundle says of itself, and whether it is whole and signed
 */
import { parseArgs } from 'node:util';
import { inspectBundle, makeBundle, makeFolder, makeKeys } from './support/release-bundle.mjs';
import { root } from './support/workspace.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    out: { type: 'string' },
    'notes-cn': { type: 'string', default: '' },
    'notes-en': { type: 'string', default: '' },
    'min-from': { type: 'string' },
  },
});
const [command, path] = positionals;

if (command === 'keygen' && path) {
  console.log(makeKeys(path).join('\n'));
} else if (command === 'bundle' && values.key) {
  const { file, release } = await makeBundle({
    root,
    out: values.out ?? 'release',
    keyFile: values.key,
    notes: { cn: values['notes-cn'], en: values['notes-en'] },
    minFrom: values['min-from'],
  });
  console.log(`${file}\n${JSON.stringify(release, null, 2)}`);
} else if (command === 'folder' && values.out) {
  makeFolder({ root, out: values.out });
} else if (command === 'inspect' && path) {
  const { release, faults } = await inspectBundle(path, values.key);
  console.log(JSON.stringify(release, null, 2));
  faults.forEach((fault) => console.error(fault));
  process.exitCode = faults.length === 0 ? 0 : 1;
} else {
  console.error(
    'npm run release -- keygen FOLDER | bundle --key FILE [--out FOLDER] | folder --out FOLDER | inspect FILE [--key FILE]',
  );
  process.exitCode = 2;
}
