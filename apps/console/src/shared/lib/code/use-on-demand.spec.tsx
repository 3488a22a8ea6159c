import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderPage } from '../../testing/render-page.js';
import { useOnDemand } from './use-on-demand.js';

const code = { Part: (): ReactNode => <p>what was asked for</p> };
const load = jest.fn<() => Promise<typeof code>>();

function Page(): ReactNode {
  const part = useOnDemand(load);
  return (
    <>
      <button onPointerEnter={part.prepare} onClick={part.open}>
        ask
      </button>
      <button onClick={part.close}>close</button>
      {part.code && part.isOpen && <part.code.Part />}
    </>
  );
}

it('says when code cannot be had, opens at the next press, and fetches once', async () => {
  load.mockRejectedValue(new TypeError('Failed to fetch'));
  const { user } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'ask' }));
  // Tried for the pointer already; only the press is told.
  expect(load).toHaveBeenCalledTimes(2);
  expect(await screen.findAllByText(/check your network/i)).toHaveLength(1);
  expect(screen.queryByText('what was asked for')).toBeNull();

  load.mockResolvedValue(code);
  await user.click(screen.getByRole('button', { name: 'ask' }));
  await screen.findByText('what was asked for');
  await user.click(screen.getByRole('button', { name: 'close' }));
  expect(screen.queryByText('what was asked for')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'ask' }));
  await screen.findByText('what was asked for');
  expect(load).toHaveBeenCalledTimes(3);
});
