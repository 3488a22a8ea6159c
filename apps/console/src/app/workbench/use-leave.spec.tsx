import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { renderPage } from '../../shared/testing/render-page.js';
import { useLeave } from './use-leave.js';

function Page(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const leave = useLeave();
  return (
    <main>
      <Button onClick={() => setIsOpen(true)}>ask</Button>
      <Button onClick={leave}>close</Button>
      <Modal title="question" open={isOpen} onCancel={() => setIsOpen(false)} />
    </main>
  );
}

it('leaves for my files after a sign-in, by its button and by Escape', async () => {
  const { user, router } = renderPage(<Page />, '/workPlat?isLogin=true');
  await user.keyboard('{Escape}');
  await screen.findByText('another page');
  expect(router.state.location.pathname).toBe('/myDoc');
});

it('stays when Escape closes a dialog', async () => {
  const { user, router } = renderPage(<Page />, '/workPlat?isLogin=true');
  await user.click(screen.getByRole('button', { name: 'ask' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  expect(router.state.location.pathname).toBe('/workPlat');
});
