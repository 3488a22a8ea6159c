import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type PackageState } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { waitForLockWaiter } from '@clusterdesk/tests/server/lock-waiters.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../../spaces/storage/staging.js';
import { PackageBuilder } from './package-builder.service.js';
import { ZipWriter } from './zip/zip-writer.js';

const { cancelPackage, getDownloadPath, packageState } = endpoints.downloads;

let platform: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  await mkdir(join(ann.home, 'd'), { recursive: true });
  await writeFile(join(ann.home, 'd/f'), 'x');
});

afterAll(() => platform.close());

it.each(['failed', 'cancelled'])(
  'asked for in the moment in which the same package is %s, a new one is made',
  async (state) => {
    const ask = async (): Promise<PackageState> => {
      const answer = await platform.call(ann, getDownloadPath, { paths: ['/d'], async: true });
      expect(answer).toMatchObject({ code: 200 });
      return answer.result as PackageState;
    };
    const { packageId } = await ask();
    // Asked for while the package is being ended, and answered when that is done.
    const runner = platform.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('UPDATE download_package SET state = $1 WHERE id = $2', [
        state,
        packageId,
      ]);
      const asked = ask();
      await waitForLockWaiter(platform);
      await runner.commitTransaction();
      const fresh = await asked;
      expect(fresh.packageId).not.toBe(packageId);
      expect(fresh.state).toBe('waiting');
    } finally {
      await runner.release();
      await platform.query('DELETE FROM download_package');
    }
  },
);

it('cancelled in the moment in which its run ends the zip, it is no error of the run', async () => {
  const answer = await platform.call(ann, getDownloadPath, { paths: ['/d'], async: true });
  const { packageId } = answer.result as PackageState;
  const { finish } = ZipWriter.prototype;
  const ending = jest.spyOn(ZipWriter.prototype, 'finish');
  ending.mockImplementation(async function (this: ZipWriter) {
    await platform.call(ann, cancelPackage, { packageId });
    return finish.call(this);
  });
  try {
    await platform.get(PackageBuilder).work({}, new AbortController().signal);
  } finally {
    ending.mockRestore();
  }
  const { result } = await platform.call(ann, packageState, { packageId });
  expect(result.state).toBe('cancelled');
  expect(await readdir(platform.get(Staging).packagesDir)).toEqual([]);
});
