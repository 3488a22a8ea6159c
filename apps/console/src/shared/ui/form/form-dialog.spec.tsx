import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { renderPage } from '../../testing/render-page.js';
import { FormDialog } from './form-dialog.js';

let send: (name: string) => Promise<string>;
beforeEach(() => {
  send = async (name) => name;
});

/** Adds something and shows it: its name stands in the URL then. */
function Page(): ReactNode {
  const [form] = Form.useForm<{ name: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const [params, setParams] = useSearchParams();
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add</Button>
      <output>{params.get('chosen')}</output>
      {isOpen && (
        <FormDialog<{ name: string }, string>
          form={form}
          title="New thing"
          mainField="name"
          onSubmit={({ name }) => send(name)}
          onDone={(chosen) => setParams({ chosen })}
          onClose={() => setIsOpen(false)}
        >
          <Form.Item name="name" label="Name">
            <Input />
          </Form.Item>
          <Form.Item name="note" label="Note">
            <Input />
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}
const add = (): HTMLElement => screen.getByRole('button', { name: 'Add' });
const name = (): HTMLInputElement => screen.getByLabelText('Name');

describe('FormDialog', () => {
  it('begins in its first field', async () => {
    const { user } = renderPage(<Page />);
    await user.click(add());
    await waitFor(() => expect(document.activeElement).toBe(name()));
  });

  it('sends by Enter, does what follows without a question, closes and gives the focus back', async () => {
    const { user } = renderPage(<Page />);
    await user.click(add());
    await user.type(name(), 'first{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('first'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(add()));
  });

  it('shows a refusal beside its field and gives it the focus', async () => {
    send = async () => {
      throw new ApiError(409, 'NAME_TAKEN', 'This name is taken');
    };
    const { user } = renderPage(<Page />);
    await user.click(add());
    await user.type(name(), 'first');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('This name is taken');
    expect(document.activeElement).toBe(name());
    screen.getByRole('dialog');
  });

  it('closes by Escape without a question', async () => {
    const { user } = renderPage(<Page />);
    await user.click(add());
    await user.type(name(), 'x{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
