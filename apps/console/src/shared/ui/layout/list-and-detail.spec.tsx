import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { findA11yFaults } from '../../testing/axe.js';
import { renderPage } from '../../testing/render-page.js';
import { ListAndDetail } from './list-and-detail.js';
import { useChosenItem } from './use-chosen-item.js';

const fruits = [{ id: 'apple' }, { id: 'pear' }];

function Page(): ReactNode {
  const { chosen, choose } = useChosenItem('fruit', fruits);
  return (
    <ListAndDetail
      backLabel="All fruits"
      list={
        <ul>
          {fruits.map((fruit) => (
            <li key={fruit.id}>
              <button onClick={() => choose(fruit)}>{fruit.id}</button>
            </li>
          ))}
        </ul>
      }
      detail={chosen && <h2>{chosen.id} in full</h2>}
    />
  );
}

const { matchMedia } = window;
/** What waits for another shape of the window. */
const listeners = new Set<() => void>();
beforeEach(() => {
  listeners.clear();
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    addEventListener: (_: string, listener: unknown) => listeners.add(listener as () => void),
  });
});
const beNarrow = (): void => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('760px') });
};
afterEach(() => {
  window.matchMedia = matchMedia;
});
const heading = (): string | null => screen.queryByRole('heading')?.textContent ?? null;
const list = (): HTMLElement | null => screen.queryByRole('list');

describe('ListAndDetail', () => {
  it('shows the first item beside the list, and another one without a way back to the first', async () => {
    const { user, router } = renderPage(<Page />);
    expect(heading()).toBe('apple in full');
    await user.click(screen.getByRole('button', { name: 'pear' }));
    expect([heading(), router.state.location.search]).toEqual(['pear in full', '?fruit=pear']);
    expect(router.state.historyAction).toBe('REPLACE');
    expect([list() !== null, screen.queryByRole('link')]).toEqual([true, null]);
  });

  it('on a phone shows the list first, then the item with a way back, by its link and by the browser', async () => {
    beNarrow();
    const { user, router, container } = renderPage(<Page />);
    expect([heading(), list() !== null]).toEqual([null, true]);
    await user.click(screen.getByRole('button', { name: 'pear' }));
    expect([heading(), list()]).toEqual(['pear in full', null]);
    expect(await findA11yFaults(container)).toEqual([]);
    await act(() => router.navigate(-1));
    expect([heading(), list() !== null]).toEqual([null, true]);

    await user.click(screen.getByRole('button', { name: 'pear' }));
    await user.click(screen.getByRole('link', { name: 'All fruits' }));
    expect([heading(), list() !== null]).toEqual([null, true]);
  });

  it('on a phone keeps the focus in the part that is shown', async () => {
    beNarrow();
    const { user } = renderPage(<Page />);
    await user.click(screen.getByRole('button', { name: 'pear' }));
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(screen.getByRole('heading'))).toBe(true);
  });

  it('keeps what is being edited when the phone is turned', () => {
    renderPage(<ListAndDetail list={null} detail={<input />} backLabel="All fruits" />);
    const field = screen.getByRole('textbox');
    beNarrow();
    act(() => listeners.forEach((listener) => listener()));
    expect(screen.getByRole('link').textContent).toContain('All fruits');
    expect(screen.getByRole('textbox')).toBe(field);
  });

  it('opens what a link names, on a phone too', () => {
    beNarrow();
    renderPage(<Page />, '/page?fruit=pear');
    expect(heading()).toBe('pear in full');
  });
});
