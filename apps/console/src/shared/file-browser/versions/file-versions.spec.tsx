import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../api/api-error.js';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import { allRights, type FileRights } from '../file-rights.js';
import { entryAt, FakeSpace } from '../testing/fake-space.js';
import { FileVersions } from './file-versions.js';
import type { FileVersions as Versions } from './versions-of.js';

type Listed = Awaited<ReturnType<Versions['list']>>;

const first = {
  id: 'v1',
  size: 2048,
  modifiedAt: '2026-11-20 09:00:00',
  replacedAt: '2026-11-21 10:00:00',
  replacedBy: 'Li Lei',
};
const second = { ...first, id: 'v2', replacedAt: '2026-11-20 10:00:00', replacedBy: null };

/** Versions in memory, and what was asked of them. */
function show(
  given: Partial<Listed> & Partial<Pick<Versions, 'restore'>> = {},
  rights: Partial<FileRights> = {},
): RenderedPage & { asked: string[] } {
  const asked: string[] = [];
  let data = given.data ?? [first, second];
  const drop = (id: string): void => {
    data = data.filter((version) => version.id !== id);
  };
  const note = (call: string, path: string, id: string): Promise<void> => {
    asked.push(`${call} ${path} ${id}`);
    return Promise.resolve();
  };
  const versions: Versions = {
    list: () => Promise.resolve({ keptVersions: 10, keptDays: 90, ...given, data }),
    restore:
      given.restore ??
      ((path, id) => {
        drop(id);
        return note('restore', path, id);
      }),
    remove: (path, id) => {
      drop(id);
      return note('remove', path, id);
    },
    preview: () => Promise.reject(new Error('the viewer asks for it')),
    download: (path, id) => note('download', path, id),
  };
  const { space } = new FakeSpace(['/a.csv']);
  const page = renderPage(
    <FileVersions
      space={space}
      versions={versions}
      file={entryAt('/a.csv')}
      rights={{ ...allRights, ...rights }}
      onShow={({ path, size, versionId = '' }) => asked.push(`show ${path} ${versionId} ${size}`)}
    />,
  );
  return { ...page, asked };
}

const button = (name: RegExp): Promise<HTMLElement> => screen.findByRole('button', { name });

it('lists when each was replaced and by whom, and how long it is kept', async () => {
  show();
  await screen.findByText('2.00 KB · replaced by Li Lei');
  await screen.findByText('2.00 KB');
  await screen.findByText(/Each is kept for 90 days/);
});

it('restores and deletes after asking, shows and downloads at once, and shows what is left', async () => {
  const { user, asked } = show();
  await user.click(await button(/^Preview the version replaced at 2026-11-21/));
  await user.click(await button(/^Download the version replaced at 2026-11-21/));
  await user.click(await button(/^Restore the version replaced at 2026-11-21/));
  await screen.findByText(/“a.csv” gets back the content/);
  await user.click(await button(/^Restore$/));
  await screen.findByText('Version restored');
  await waitFor(() => expect(screen.queryByText(/Li Lei/)).toBeNull());
  await user.click(await button(/^Delete the version replaced at 2026-11-20/));
  await screen.findByText(/cannot be recovered/);
  await user.click(await button(/^Confirm$/));
  await screen.findByText(/None yet/);
  expect(asked).toEqual([
    'show /a.csv v1 2048',
    'download /a.csv v1',
    'restore /a.csv v1',
    'remove /a.csv v2',
  ]);
});

it('says why a version cannot be restored', async () => {
  const gone = new ApiError(404, 'SPACE_VERSION_NOT_FOUND', 'There is no such version.');
  const { user } = show({ restore: () => Promise.reject(gone) });
  await user.click(await button(/^Restore the version replaced at 2026-11-21/));
  await user.click(await button(/^Restore$/));
  await screen.findByText('There is no such version.');
});

it('offers no more than may be done with the file', async () => {
  show({}, { canEdit: () => false, canTake: () => false });
  await screen.findByText('2.00 KB · replaced by Li Lei');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that none are kept', async () => {
  show({ data: [], keptVersions: 0 });
  await screen.findByText('Administrators have turned earlier versions off');
});
