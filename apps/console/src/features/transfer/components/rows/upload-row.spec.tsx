import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { TransferQueue } from '../../transfer-queue.js';
import type { UnitEvents } from '../../upload/engines/upload-engine.js';
import { keptRefusal } from '../../upload/engines/read-problem.js';
import { groupPicked } from '../../upload/queue/upload-group.js';
import { UploadQueue } from '../../upload/queue/upload-queue.js';
import type { Uploads } from '../../upload/uploads.js';
import { UploadRow } from './upload-row.js';

it('says of a file that has come and may not be placed how it goes on, and goes on', async () => {
  const runs: UnitEvents[] = [];
  const gone: string[] = [];
  const queue = new UploadQueue(
    {
      start: (_, on) => {
        runs.push(on);
        return { stop: () => undefined };
      },
      discard: () => undefined,
    },
    new TransferQueue(),
    {
      onTaken: () => undefined,
      onStep: () => undefined,
      onGone: ({ name }) => void gone.push(name),
    },
  );
  const uploads = {
    queue,
    retry: (id: string) => queue.retry(queue.find(id)),
  } as unknown as Uploads;
  const [group] = groupPicked({ space: 'disk' }, '/', [
    { path: 'a', file: new File(['abc'], 'a') },
  ]);
  if (!group) {
    throw new Error('no group');
  }
  queue.add([group]);
  queue.release(group, '0');
  runs[0]?.end([keptRefusal('You may not add to this project.', 'PROJECT_REFUSED')]);
  // What is forgotten here, the page would not offer to go on with after a reload.
  expect(gone).toEqual([]);
  const Rows = (): ReactNode =>
    useSyncExternalStore(queue.subscribe, queue.getView).groups.map((each) => (
      <UploadRow
        key={each.id}
        group={each}
        uploads={uploads}
        isOpen={false}
        onToggle={() => undefined}
        onShow={() => undefined}
      />
    ));
  const { user } = renderPage(<Rows />);
  await screen.findByText(/^You may not add to this project\. .* kept for a day/);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  runs[1]?.end([null]);
  await screen.findByText('Done');
});
