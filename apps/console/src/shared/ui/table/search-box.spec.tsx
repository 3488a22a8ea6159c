import { describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { findA11yFaults } from '../../testing/axe.js';
import { renderPage } from '../../testing/render-page.js';
import { SearchBox } from './search-box.js';

/** A page whose search stands in its URL. */
function Page(): ReactNode {
  const [params, setParams] = useSearchParams();
  const value = params.get('search') ?? '';
  return (
    <>
      <SearchBox value={value} label="Find" onSearch={(search) => setParams({ search })} />
      <output>{value}</output>
      <Link to="/page?search=other">other</Link>
    </>
  );
}
const box = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Find' });

describe('SearchBox', () => {
  it('searches with Enter and keeps the focus', async () => {
    const { user } = renderPage(<Page />);
    await user.type(box(), ' abc {Enter}');
    expect(screen.getByRole('status').textContent).toBe('abc');
    expect(document.activeElement).toBe(box());
  });

  it('keeps the focus when its last letter is deleted, so that one can type on', async () => {
    const { user } = renderPage(<Page />);
    await user.type(box(), 'ab{Enter}{Backspace}{Backspace}');
    expect(screen.getByRole('status').textContent).toBe('');
    await user.keyboard('next');
    expect(box().value).toBe('next');
  });

  it('follows the URL: a link, the way back', async () => {
    const { user, router } = renderPage(<Page />);
    await user.type(box(), 'mine{Enter}');
    await user.click(screen.getByRole('link', { name: 'other' }));
    expect(box().value).toBe('other');
    await act(() => router.navigate(-1));
    await screen.findByDisplayValue('mine');
  });

  it('leaves what is typed while the list is still asked', async () => {
    let answer = (_: string): void => {};
    const Slow = (): ReactNode => {
      const [value, setValue] = useState('');
      answer = setValue;
      return <SearchBox value={value} label="Find" onSearch={() => {}} />;
    };
    const { user } = renderPage(<Slow />);
    await user.type(box(), 'ab{Enter}cd');
    act(() => answer('ab'));
    await screen.findByDisplayValue('abcd');
  });

  it('has a name and a role for everything', async () => {
    const { container } = renderPage(<Page />);
    expect(await findA11yFaults(container)).toEqual([]);
  });
});
