import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import type { NameConflictAnswer } from '../../ui/dialog/name-conflict-dialog.js';
import { renderPage } from '../../testing/render-page.js';
import { FakeSpace } from '../testing/fake-space.js';
import { FolderPickerDialog } from './folder-picker-dialog.js';
import { useMoveCopy } from './use-move-copy.js';

const { space } = new FakeSpace(['/data/', '/data/raw/', '/data/raw/x.txt', '/results/']);

it('choosing a folder goes on by keys wherever Enter leads', async () => {
  const { user } = renderPage(
    <FolderPickerDialog
      space={space}
      title="Move to"
      onPick={() => undefined}
      onClose={() => undefined}
    />,
  );
  (await screen.findByRole('button', { name: 'data' })).focus();
  const focused = (name: string): Promise<void> =>
    waitFor(() => expect(document.activeElement?.textContent).toBe(name));
  await user.keyboard('{Enter}');
  await focused('raw');
  // Nothing to choose in there: the way back has the focus.
  await user.keyboard('{Enter}');
  await focused('data');
  await user.keyboard('{Backspace}');
  await focused('raw');
  await user.keyboard('{Backspace}');
  await focused('data');
  await user.keyboard('{ArrowDown}');
  await focused('results');
});

it('questions about taken names are called off when their folder is left', async () => {
  const answers: NameConflictAnswer[] = [];
  function Folder(): ReactNode {
    const { ask, dialogs } = useMoveCopy(
      space,
      '/',
      () => Promise.reject(new Error('no copy was asked for')),
      () => undefined,
    );
    const askOf = (name: string): void =>
      void ask({ name, isFolder: false, newName: `${name} (1)`, others: 0 }).then((answer) =>
        answers.push(answer),
      );
    return (
      <>
        <button onClick={() => ['a', 'b'].forEach(askOf)}>move</button>
        {dialogs}
      </>
    );
  }
  function Page(): ReactNode {
    const [isThere, setIsThere] = useState(true);
    return (
      <>
        <button onClick={() => setIsThere(false)}>leave</button>
        {isThere && <Folder />}
      </>
    );
  }
  const { user } = renderPage(<Page />);
  await user.click(screen.getByText('move'));
  await screen.findByRole('dialog');
  expect(answers).toEqual([]);
  act(() => screen.getByText('leave').click());
  const calledOff = { choice: 'cancel', isForAll: true };
  await waitFor(() => expect(answers).toEqual([calledOff, calledOff]));
});
