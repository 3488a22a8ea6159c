import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, type ReactNode } from 'react';
import { useRovingFocus } from './use-roving-focus.js';

function Page({ names = ['Upload', 'Move', 'Delete'] }: { names?: string[] }): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  useRovingFocus(bar);
  return (
    <>
      <button type="button">before</button>
      <div ref={bar} role="toolbar">
        <span aria-hidden="true">
          <button type="button">Hidden</button>
        </span>
        {names.map((name) => (
          <button key={name} type="button" disabled={name.startsWith('Busy')}>
            {name}
          </button>
        ))}
      </div>
      <button type="button">after</button>
    </>
  );
}
const focused = (): string | null | undefined => document.activeElement?.textContent;

describe('a bar of buttons', () => {
  it('is one tab stop, left and come back to where it was', async () => {
    const user = userEvent.setup();
    render(<Page />);
    screen.getByText('before').focus();
    await user.tab();
    expect(focused()).toBe('Upload');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('Delete');
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('Upload');
    await user.keyboard('{End}');
    expect(focused()).toBe('Delete');
    await user.keyboard('{Home}{ArrowRight}');
    expect(focused()).toBe('Move');
    await user.tab();
    expect(focused()).toBe('after');
    await user.tab({ shift: true });
    expect(focused()).toBe('Move');
  });

  it('follows the buttons as they come and go', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Page />);
    screen.getByText('Delete').focus();
    rerender(<Page names={['Restore', 'Busy', 'Purge']} />);
    await waitFor(() => expect(screen.getByText('Restore').tabIndex).toBe(0));
    expect(screen.getByText('Purge').tabIndex).toBe(-1);
    screen.getByText('before').focus();
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('Purge');
  });
});
