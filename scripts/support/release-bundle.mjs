import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { root as workspace } from './workspace.mjs';

const { pack: openPack } = createRequire(join(workspace, 'apps/standalone/package.json'))(
  'tar-stream',
);

/** What runs: built programs, and what they read of the workspace. */
const programFolders = [
  'apps/server/dist',
  'apps/console/dist',
  'agent/dist',
  'deploy/applications',
  'deploy/systemd',
];

/** The launcher of `npm start`, which brings a PostgreSQL of its own: not for images, whose supervisor is another. */
const launcherFolder = 'apps/standalone';

/** What images ask their process by. */
const healthChecks = ['deploy/docker/health.mjs', 'deploy/docker/agent-health.mjs'];

/** The oldest version that can be upgraded by a bundle at all. */
const firstVersion = '0.1.0';

/**
 * An Ed25519 key pair in a folder.
 * @param {string} folder
 * @returns {string[]} the files
 */
export function makeKeys(folder) {
  mkdirSync(folder, { recursive: true });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = [join(folder, 'release-key.pem'), join(folder, 'release-key.pub.pem')];
  writeFileSync(files[0], privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
    flag: 'wx',
  });
  writeFileSync(files[1], publicKey.export({ format: 'pem', type: 'spki' }), { flag: 'wx' });
  return files;
}

/**
 * Packs the built programs of a checkout, with the packages that they load, and signs them.
 * @param {{ root: string, out: string, keyFile: string, notes?: { cn: string, en: string }, minFrom?: string, level?: number, extra?: (pack: object) => void }} options
 * `extra` adds entries of its own (tests)
 * @returns {Promise<{ file: string, feedFile: string, release: object }>}
 */
export async function makeBundle({
  root,
  out,
  keyFile,
  notes = { cn: '', en: '' },
  minFrom = firstVersion,
  level = 9,
  extra,
}) {
  const { version, engines } = readJson(join(root, 'package.json'));
  const platform = `${process.platform}-${process.arch}`;
  mkdirSync(out, { recursive: true });
  const name = `clusterdesk-${version}-${platform}.bundle`;
  const archive = join(out, `${name}.tar.gz`);
  const { bytes, sha256, unpackedBytes } = await packPrograms({ root, archive, level, extra });
  const release = {
    product: 'clusterdesk',
    version,
    platform,
    minNode: engines.node.replace(/^>=/, ''),
    minFrom,
    sha256,
    bytes,
    unpackedBytes,
    notes,
  };
  const text = JSON.stringify(release);
  const key = createPrivateKey(readFileSync(keyFile));
  const signed = {
    release: text,
    signature: sign(null, Buffer.from(text), key).toString('base64'),
  };
  const file = join(out, name);
  writeFileSync(file, `${JSON.stringify(signed)}\n`);
  await pipeline(createReadStream(archive), createWriteStream(file, { flags: 'a' }));
  rmSync(archive);
  const feedFile = join(out, 'latest.json');
  writeFileSync(feedFile, JSON.stringify({ ...signed, bundle: name }));
  return { file, feedFile, release };
}

/**
 * Copies what a bundle has into a folder, without the launcher: what images are made of (deploy/docker), and what is installed below
 * systemd (deploy/systemd).
 * @param {{ root: string, out: string }} options `out` must be empty or not there yet
 */
export function makeFolder({ root, out }) {
  // Whatever the caller's umask is: the account of an image reads them.
  const umask = process.umask(0o022);
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) {
    throw new Error(`${out} is not empty.`);
  }
  for (const path of [...listFiles(root, { hasLauncher: false }), ...healthChecks]) {
    mkdirSync(join(out, dirname(path)), { recursive: true });
    copyFileSync(join(root, path), join(out, path));
    chmodSync(join(out, path), fileMode(join(root, path)));
  }
  process.umask(umask);
}

/**
 * @param {string} file
 * @param {string | undefined} keyFile private or public; absent: the signature is not looked at
 * @returns {Promise<{ release: object, faults: string[] }>}
 */
export async function inspectBundle(file, keyFile) {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let start = -1;
  let bytes = 0;
  for await (const piece of createReadStream(file)) {
    const rest = start >= 0 ? piece : ((head = Buffer.concat([head, piece])), null);
    if (start < 0 && head.includes(0x0a)) {
      start = head.indexOf(0x0a) + 1;
      const first = head.subarray(start);
      hash.update(first);
      bytes += first.length;
    } else if (rest) {
      hash.update(rest);
      bytes += rest.length;
    }
  }
  const signed = JSON.parse(head.toString('utf8', 0, start - 1));
  const release = JSON.parse(signed.release);
  const faults = [];
  if (bytes !== release.bytes || hash.digest('hex') !== release.sha256) {
    faults.push('The programs are not those of the description.');
  }
  if (keyFile) {
    const key = createPublicKey(readFileSync(keyFile));
    if (!verify(null, Buffer.from(signed.release), key, Buffer.from(signed.signature, 'base64'))) {
      faults.push('The signature is not of this key.');
    }
  }
  return { release, faults };
}

async function packPrograms({ root, archive, level, extra }) {
  const pack = openPack();
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(piece, _, done) {
      bytes += piece.length;
      hash.update(piece);
      done(null, piece);
    },
  });
  const written = pipeline(pack, createGzip({ level }), counting, createWriteStream(archive));
  let unpackedBytes = 0;
  for (const path of listFiles(root)) {
    const content = readFileSync(join(root, path));
    unpackedBytes += content.length;
    // No owner, no time: the same programs make the same archive.
    pack.entry({ name: path, mode: fileMode(join(root, path)), mtime: new Date(0) }, content);
  }
  extra?.(pack);
  pack.finalize();
  await written;
  return { bytes, sha256: hash.digest('hex'), unpackedBytes: Math.max(1, unpackedBytes) };
}

function fileMode(file) {
  return (statSync(file).mode & 0o111) === 0 ? 0o644 : 0o755;
}

/**
 * What a bundle has, or, without the launcher, a folder for images and systemd.
 * @param {string} root
 * @param {{ hasLauncher: boolean }} [options]
 * @returns {Generator<string>} paths below the root, each once
 */
export function* listFiles(root, { hasLauncher } = { hasLauncher: true }) {
  yield 'package.json';
  // What says that they are modules.
  yield 'apps/server/package.json';
  yield 'agent/package.json';
  if (hasLauncher) {
    yield `${launcherFolder}/package.json`;
    yield* walk(root, `${launcherFolder}/dist`);
  }
  for (const folder of programFolders) {
    yield* walk(root, folder);
  }
  for (const folder of neededPackages(root, hasLauncher)) {
    yield* walk(root, folder);
  }
}

/** Files below a folder. Links within packages (`.bin`, libraries that are linked again at the first start) are left out. */
function* walk(root, folder) {
  if (!existsSync(join(root, folder))) {
    return;
  }
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = posix.join(folder, name);
    const found = lstatSync(join(root, path));
    if (found.isDirectory() && name !== 'node_modules' && name !== '.bin') {
      yield* walk(root, path);
    } else if (found.isFile() && !name.endsWith('.map')) {
      yield path;
    }
  }
}

/** The folders of the packages that server and launcher load and do not have inside, and of all that these need. */
function neededPackages(root, hasLauncher) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  const found = new Set();
  const add = (from, name) => {
    for (
      let place = from;
      ;
      place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
    ) {
      const key = posix.join(place, 'node_modules', name);
      if (packages[key] && !packages[key].link) {
        if (!found.has(key) && existsSync(join(root, key))) {
          found.add(key);
          const { dependencies = {}, optionalDependencies = {} } = packages[key];
          Object.keys({ ...dependencies, ...optionalDependencies }).forEach((each) =>
            add(key, each),
          );
        }
        return;
      }
      if (place === '') {
        return;
      }
    }
  };
  if (hasLauncher) {
    Object.keys(packages[launcherFolder].dependencies)
      .filter((name) => !name.startsWith('@clusterdesk/'))
      .forEach((name) => add(launcherFolder, name));
  }
  readJson(join(root, 'apps/server/package.json')).keptPackages.forEach((name) =>
    add('apps/server', name),
  );
  return [...found].sort();
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
