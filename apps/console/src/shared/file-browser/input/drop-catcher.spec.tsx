import { expect, it, jest } from '@jest/globals';
import { DropCatcher } from './drop-catcher.js';

const newNode = (): HTMLElement => document.body.appendChild(document.createElement('div'));

it('hears a drop on what has left the page, and nothing else', () => {
  const onDrop = jest.fn();
  const catcher = new DropCatcher();
  const [row, next] = [newNode(), newNode()];
  catcher.watch(row, onDrop);
  row.dispatchEvent(new Event('drop', { bubbles: true }));
  // Whoever stands above has heard that one.
  expect(onDrop).toHaveBeenCalledTimes(0);
  row.remove();
  row.dispatchEvent(new Event('drop', { bubbles: true }));
  expect(onDrop).toHaveBeenCalledTimes(1);
  catcher.watch(next, onDrop);
  row.dispatchEvent(new Event('drop'));
  next.remove();
  catcher.stop();
  next.dispatchEvent(new Event('drop'));
  expect(onDrop).toHaveBeenCalledTimes(1);
});
