import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type PackageState } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/spec-platform.js';

const { getDownloadPath } = endpoints.transfer;

let house: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  house = await SpecPlatform.open({ withWorker: false });
  ann = await house.addUser('ann');
  await mkdir(join(ann.home, 'd'), { recursive: true });
  await writeFile(join(ann.home, 'd/f'), 'x');
}, 60_000);

afterAll(() => house.close());

it.each(['failed', 'cancelled'])(
  'asked for in the moment in which the same package is %s, a new one is made',
  async (state) => {
    const ask = async (): Promise<PackageState> => {
      const answer = await house.call(ann, getDownloadPath, { paths: ['/d'], async: true });
      expect(answer).toMatchObject({ code: 200 });
      return answer.result as PackageState;
    };
    const { packageId } = await ask();
    // The end comes after the new one has been found in its way, and before it is read.
    await house.query(`
      CREATE FUNCTION end_package() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE download_package SET state = '${state}' WHERE id = '${packageId}';
        RETURN NULL;
      END $$`);
    await house.query(`
      CREATE TRIGGER end_package AFTER INSERT ON download_package
      FOR EACH STATEMENT EXECUTE FUNCTION end_package()`);
    try {
      const fresh = await ask();
      expect(fresh.packageId).not.toBe(packageId);
      expect(fresh.state).toBe('waiting');
    } finally {
      await house.query('DROP TRIGGER end_package ON download_package');
      await house.query('DROP FUNCTION end_package');
      await house.query('DELETE FROM download_package');
    }
  },
);
