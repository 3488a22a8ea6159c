import { expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { renderPage } from '../../testing/render-page.js';
import { ConfirmByTyping } from '../dialog/confirm-by-typing.js';
import { CopyButton } from './copy-button.js';
import { LinkButton } from './link-button.js';
import { useConfirm } from '../dialog/use-confirm.js';

it('a button that leads somewhere is one link', async () => {
  const { user, router } = renderPage(<LinkButton to="/elsewhere">Go on</LinkButton>);
  const link = screen.getByRole('link', { name: 'Go on' });
  expect([link.getAttribute('href'), screen.queryByRole('button')]).toEqual(['/elsewhere', null]);
  await user.click(link);
  expect(router.state.location.pathname).toBe('/elsewhere');
});

it('a question is cancelled when its page is left', async () => {
  const answered = jest.fn();
  function Page(): ReactNode {
    const confirm = useConfirm();
    return <Button onClick={() => void confirm({ title: 'Sure?' }).then(answered)}>Ask</Button>;
  }
  const { user, router } = renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('dialog');
  await act(() => router.navigate('/elsewhere'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(answered.mock.calls).toEqual([[false]]);
});

it('a text is copied, and the button says so', async () => {
  const { user } = renderPage(<CopyButton text="r-17" label="Copy the request id" />);
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  // It says so for two seconds only, which may be over before a busy machine looks again.
  const status = screen.getByRole('status');
  const said: string[] = [];
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
  await user.click(screen.getByRole('button', { name: 'Copy the request id' }));
  await waitFor(() => expect(said[0]).toBe('Copied'));
  expect(await navigator.clipboard.readText()).toBe('r-17');
});

it('what is lost for good is confirmed by its name', async () => {
  const removed = jest.fn(async () => {});
  function Page(): ReactNode {
    const [isOpen, setIsOpen] = useState(true);
    return isOpen ? (
      <ConfirmByTyping
        title="Delete the project"
        hint="All its files go too."
        name="genome"
        okText="Delete"
        onConfirm={removed}
        onClose={() => setIsOpen(false)}
      />
    ) : (
      <p>closed</p>
    );
  }
  const { user } = renderPage(<Page />);
  const field = screen.getByLabelText('Type “genome” to confirm');
  await user.type(field, 'genom{Enter}');
  await screen.findByText('The names do not match');
  expect(removed).not.toHaveBeenCalled();
  await user.type(field, 'e');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('closed');
  expect(removed).toHaveBeenCalledTimes(1);
});
