import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import { DetailDrawer } from './detail-drawer.js';
import { useOpenedItem } from './use-opened-item.js';

function Page(): ReactNode {
  const { opened, open, close } = useOpenedItem('id');
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => open('a')}>Open a</button>
      <button onClick={() => void navigate('/page?search=x')}>Search</button>
      {opened && (
        <DetailDrawer size={400} title={`All about ${opened}`} onClose={close}>
          Details
        </DetailDrawer>
      )}
    </>
  );
}

const opener = (): HTMLElement => screen.getByRole('button', { name: 'Open a' });
const close = async ({ user }: RenderedPage): Promise<void> => {
  const drawer = await screen.findByRole('dialog', { name: 'All about a' });
  await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

describe('a drawer over a page', () => {
  it('gives the focus back to what opened it', async () => {
    const page = renderPage(<Page />);
    await page.user.click(opener());
    await close(page);
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });

  it('is not opened again by going back from where it was closed', async () => {
    const page = renderPage(<Page />);
    const { user, router } = page;
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.click(opener());
    expect(router.state.location.search).toBe('?search=x&id=a');
    await close(page);
    await waitFor(() => expect(router.state.location.search).toBe('?search=x'));
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('');
  });

  it('that was opened by its address leaves the page where it lay', async () => {
    const page = renderPage(<Page />, '/page?id=a&search=x');
    await close(page);
    expect(page.router.state.location.search).toBe('?search=x');
    expect(page.router.state.historyAction).toBe('REPLACE');
  });

  it('is closed by going back', async () => {
    const { user, router } = renderPage(<Page />);
    await user.click(opener());
    await screen.findByRole('dialog');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
