/**
 * `node scripts/containers/local-images.mjs`: makes the images that suites and `deploy/compose` run, whatever can be reached.
 *
 *   (nothing)  the engine, the base images and ours; prints the variables that name them, one `NAME=value` each
 *   stop       ends the engine, if this script started it
 *
 * Where a registry answers, the base images are the official ones. Elsewhere Debian's packages stand in for them, under
 * `localhost/ci/<official name>:<tag>`, which is what TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX makes of the official names.
 */
import { prepareImages } from './prepare-images.mjs';
import { stopEngine } from './engine.mjs';

const [command] = process.argv.slice(2);
if (command === 'stop') {
  stopEngine(say);
} else if (command === undefined) {
  const variables = await prepareImages(say);
  for (const [name, value] of Object.entries(variables)) {
    console.log(`${name}=${value}`);
  }
} else {
  console.error('node scripts/containers/local-images.mjs [stop]');
  process.exitCode = 2;
}

/** Standard output is for the variables. */
function say(line) {
  console.error(line);
}
