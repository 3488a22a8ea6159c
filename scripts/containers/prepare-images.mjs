import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { makeFolder } from '../support/release-bundle.mjs';
import { buildIfNeeded, installIfNeeded, root } from '../support/workspace.mjs';
import { docker, hasImage, tryDocker } from './docker.mjs';
import { installPackages, startEngine } from './engine.mjs';

/** In front of official names: no registry has this host, so nothing is ever fetched by mistake. */
const prefix = 'localhost/ci';
const base = 'debian:bookworm-slim';
/** Official names of what stands in for them; `tests/support/containers/images` has a folder for each. */
const standIns = {
  POSTGRES_IMAGE: 'postgres:15-bookworm',
  VALKEY_IMAGE: 'redis:7.0-bookworm',
  NGINX_IMAGE: 'nginx:1.22',
  NODE_IMAGE: 'node:20-bookworm-slim',
};
const targets = ['server', 'worker', 'agent'];
/** What an operator would use where a registry answers. */
const officialImages = {
  POSTGRES_IMAGE: 'postgres:15-bookworm',
  VALKEY_IMAGE: 'valkey/valkey:8',
  NGINX_IMAGE: 'nginx:1.28',
  NODE_IMAGE: 'node:20-bookworm-slim',
};
const pullTimeoutMs = 60_000;

/**
 * Makes what is missing of the images.
 * @param {(line: string) => void} say
 * @returns {Promise<Record<string, string>>} the variables that name them, for Testcontainers and `deploy/compose`
 */
export async function prepareImages(say) {
  const timed = timing(say);
  await timed('engine', () => startEngine(say));
  const isOffline = await timed('registry', lacksRegistry);
  const bases = isOffline
    ? await timed('stand-ins', () => makeStandIns(timed, say))
    : officialImages;
  const ours = await timed('ClusterDesk', () => makeOurs(bases, isOffline, timed, say));
  return {
    ...(isOffline && {
      TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX: prefix,
      // Its image is in the registry alone.
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    }),
    ...bases,
    ...ours,
  };
}

/** Whether images have to be made here: neither the official base nor a registry is there. */
function lacksRegistry() {
  return (
    hasImage(`${prefix}/${base}`) ||
    !(hasImage(base) || tryDocker(['pull', '-q', base], { timeoutMs: pullTimeoutMs }))
  );
}

async function makeStandIns(timed, say) {
  await makeBase(say);
  const images = Object.entries(standIns).map(([variable, name]) => [
    variable,
    `${prefix}/${name}`,
  ]);
  await Promise.all(
    images.map(async ([, image]) => {
      if (!hasImage(image)) {
        await timed(image, () => makeStandIn(image));
      }
    }),
  );
  return Object.fromEntries(images);
}

/** A minimal Debian, from where this machine has its packages. */
async function makeBase(say) {
  const image = `${prefix}/${base}`;
  if (hasImage(image)) {
    return;
  }
  installPackages(['mmdebstrap'], 'mmdebstrap', say);
  const without = ['man', 'locale', 'doc', 'info'].map(
    (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
  );
  const hooks = '/usr/share/mmdebstrap/hooks/merged-usr';
  const sources = '/etc/apt/sources.list.d/debian.sources';
  const making = spawn(
    'mmdebstrap',
    // Else what merges /usr brings all of Perl.
    [
      '-q',
      '--variant=minbase',
      `--hook-dir=${hooks}`,
      '--include=usr-is-merged',
      ...without,
      'bookworm',
      '-',
      sources,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await docker(['import', '-c', 'CMD ["bash"]', '-', image], making.stdout);
}

async function makeStandIn(image) {
  const name = image.slice(prefix.length + 1).split(':')[0];
  await withFolder(async (folder) => {
    cpSync(join(root, 'tests/support/containers/images', name), folder, { recursive: true });
    if (name === 'node') {
      copyFileSync(process.execPath, join(folder, 'node'));
    }
    await docker(['build', '-q', '--build-arg', `BASE=${prefix}/${base}`, '-t', image, folder]);
  });
}

/** Server, worker and agent of this checkout. The tag is that of their contents: other checkouts have theirs. */
async function makeOurs(bases, isOffline, timed, say) {
  installIfNeeded(say);
  buildIfNeeded(say);
  return withFolder(async (context) => {
    makeFolder({ root, out: join(context, 'programs') });
    const dockerfile = join(root, 'deploy/docker/Dockerfile');
    const tag = hashOf(context, readFileSync(dockerfile, 'utf8') + JSON.stringify(bases));
    const images = targets.map((target) => [target, `localhost/clusterdesk/${target}:${tag}`]);
    const build = ([target, image]) =>
      hasImage(image)
        ? undefined
        : timed(image, () =>
            docker([
              ...['build', '-q', '-f', dockerfile, '--target', target, '-t', image],
              ...['--build-arg', `NODE_IMAGE=${bases.NODE_IMAGE}`],
              ...(isOffline ? ['--build-arg', `BASE_IMAGE=${prefix}/${base}`] : []),
              context,
            ]),
          );
    // The others find its layers in the cache.
    const [server, ...others] = images
      .toReversed()
      .toSorted(([target]) => (target === 'server' ? -1 : 1));
    await build(server);
    await Promise.all(others.map(build));
    return Object.fromEntries(
      images.map(([target, image]) => [`${target.toUpperCase()}_IMAGE`, image]),
    );
  });
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* files(path);
    } else {
      yield path;
    }
  }
}

/** Of a text, and of the names and contents in a folder. */
function hashOf(folder, text) {
  const hash = createHash('sha256').update(text);
  for (const path of [...files(folder)].sort()) {
    hash.update(`\0${relative(folder, path)}\0`).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 12);
}

async function withFolder(action) {
  const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-images-'));
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Says how long a step took. */
function timing(say) {
  return async (what, step) => {
    const begin = performance.now();
    const result = await step();
    say(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return result;
  };
}
