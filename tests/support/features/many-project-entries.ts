import { mkdir, writeFile } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { ProjectEntriesRepository } from '../../../apps/server/src/features/projects/permission/project-entries.repository.js';
import { toSwitches } from '../../../apps/server/src/features/projects/permission/switches.js';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';
import { nothingAllowed, SpecProjects } from './projects-fixture.js';

/** What lies in the folder `/many` of the project, and for how many of it switches are saved. */
export const manyEntries = 10_000;
export const manySaved = 1_000;

/** A project with a folder of many files, of which members may not see every tenth. */
export async function addManyEntries(
  platform: SpecPlatform,
  entriesIn = manyEntries,
  savedFor = manySaved,
): Promise<{ member: SpecUser; projectId: string }> {
  const spec = new SpecProjects(platform);
  const owner = await spec.addUser('owner');
  const member = await spec.addUser('member');
  const { id: projectId } = await spec.add(owner, { members: [member] });
  await mkdir(spec.path(projectId, '/many'), { recursive: true });
  const nameOf = (index: number): string => `/many/${String(index).padStart(5, '0')}.txt`;
  for (let index = 0; index < entriesIn; index += 1) {
    await writeFile(spec.path(projectId, nameOf(index)), '');
  }
  const hidden = toSwitches({
    ...nothingAllowed,
    ...{ userView: true, userEdit: true, userDownload: true },
  });
  await platform.get(DataSource).transaction(async (manager) => {
    const entries = platform.get(ProjectEntriesRepository);
    for (let index = 0; index < savedFor; index += 1) {
      await entries.save(manager, projectId, nameOf(index * 10), hidden, owner.id);
    }
  });
  return { member, projectId };
}
