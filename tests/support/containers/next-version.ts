import { join } from 'node:path';
import { docker } from '../../../scripts/containers/docker.mjs';
import { workspace } from '../platform/platform.js';
import { newName, ownLabels, useEngine } from './engine.js';
import { images } from './images.js';

/** Images of the version that follows: the same programs with a higher number, and one migration more (make-next-version.mjs). */
export interface NextVersion {
  server: string;
  worker: string;
  remove(): Promise<void>;
}

/** The table that its migration adds. */
export const nextVersionTable = 'next_version';

export async function makeNextVersion(): Promise<NextVersion> {
  const [server, worker] = await Promise.all([build(images.server), build(images.worker)]);
  const engine = await useEngine();
  const remove = async () => {
    await Promise.all(
      [server, worker].map((image) => engine.getImage(image).remove({ force: true })),
    );
  };
  return { server, worker, remove };
}

async function build(image: string): Promise<string> {
  const name = `localhost/clusterdesk/${newName('next')}:next`;
  const label = Object.entries(ownLabels).flatMap(([key, value]) => ['--label', `${key}=${value}`]);
  const folder = join(workspace, 'tests/support/containers/next-version');
  await docker(['build', '-q', '-t', name, '--build-arg', `IMAGE=${image}`, ...label, folder]);
  return name;
}
