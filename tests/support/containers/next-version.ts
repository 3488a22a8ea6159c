import { join } from 'node:path';
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
  const engine = await useEngine();
  const name = `localhost/clusterdesk/${newName('next')}:next`;
  const output = await engine.buildImage(
    {
      context: join(workspace, 'tests/support/containers/next-version'),
      src: ['Dockerfile', 'make-next-version.mjs'],
    },
    { t: name, buildargs: { IMAGE: image }, labels: ownLabels },
  );
  await new Promise<void>((resolve, reject) =>
    engine.modem.followProgress(output, (error, lines: { error?: string }[]) => {
      const failure = error?.message ?? lines.find((line) => line.error !== undefined)?.error;
      if (failure === undefined) {
        resolve();
      } else {
        reject(new Error(`${image} could not be made the next version: ${failure}`));
      }
    }),
  );
  return name;
}
