import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { markKeyboard } from './mark-keyboard.js';

it('knows who works by keys: not who types, uses a shortcut, or has gone back to the mouse', () => {
  markKeyboard();
  render(
    <>
      <button>Row</button>
      <input />
    </>,
  );
  const row = screen.getByRole('button');
  const field = screen.getByRole('textbox');
  const isMarked = (): boolean => document.documentElement.hasAttribute('data-keyboard');
  fireEvent.keyDown(field, { key: 'a' });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyDown(row, { key: 'c', ctrlKey: true });
  fireEvent.keyDown(row, { key: 'Shift' });
  expect(isMarked()).toBe(false);
  fireEvent.keyDown(row, { key: 'ArrowDown' });
  expect(isMarked()).toBe(true);
  fireEvent.pointerDown(row);
  expect(isMarked()).toBe(false);
  fireEvent.keyDown(field, { key: 'Tab' });
  expect(isMarked()).toBe(true);
});
