import { expect, it } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useStrayDrops } from './use-stray-drops.js';

function Page(): ReactNode {
  useStrayDrops();
  return (
    <>
      <header>bar</header>
      <main onDragOver={(event) => event.preventDefault()}>files</main>
      <div contentEditable suppressContentEditableWarning>
        script
      </div>
      <textarea aria-label="note" />
    </>
  );
}

/** What the pointer over an element says of a drag. */
function effectOver(
  element: HTMLElement,
  types: string[],
): { dropEffect: string; isTaken: boolean } {
  const dataTransfer = { types, dropEffect: 'copy' };
  const event = createEvent.dragOver(element, { dataTransfer });
  fireEvent(element, event);
  return { dropEffect: dataTransfer.dropEffect, isTaken: event.defaultPrevented };
}

it('files are refused where nothing takes them, so that the browser opens none', () => {
  render(<Page />);
  expect(effectOver(screen.getByText('bar'), ['Files'])).toEqual({
    dropEffect: 'none',
    isTaken: true,
  });
  const drop = createEvent.drop(screen.getByText('bar'), { dataTransfer: { types: ['Files'] } });
  fireEvent(screen.getByText('bar'), drop);
  expect(drop.defaultPrevented).toBe(true);
});

it('what takes files, editors, and other drags are left alone', () => {
  render(<Page />);
  expect(effectOver(screen.getByText('files'), ['Files']).dropEffect).toBe('copy');
  expect(effectOver(screen.getByText('script'), ['Files']).isTaken).toBe(false);
  expect(effectOver(screen.getByLabelText('note'), ['Files']).dropEffect).toBe('none');
  expect(effectOver(screen.getByText('bar'), ['text/plain']).isTaken).toBe(false);
});
