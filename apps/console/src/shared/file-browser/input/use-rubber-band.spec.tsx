import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef, type ReactNode } from 'react';
import type { Folder } from '../api/folder.js';
import type { Selection } from '../selection/use-selection.js';
import { useRubberBand } from './use-rubber-band.js';

const folder = { total: 0, itemAt: () => undefined } as unknown as Folder;
const selection = { state: null, setState: () => undefined } as unknown as Selection;
const geometry = { perRow: 1, tileHeight: 1, padding: 0 };

function Tiles(): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const { box, onPointerDown } = useRubberBand(frame, folder, selection, geometry);
  return (
    <div ref={frame} data-testid="tiles" onPointerDown={onPointerDown}>
      {box && <i data-testid="box" />}
    </div>
  );
}

it.each(['pointerUp', 'pointerCancel'] as const)('is over after %s', (end) => {
  render(<Tiles />);
  fireEvent.pointerDown(screen.getByTestId('tiles'), { button: 0 });
  fireEvent.pointerMove(window, { clientX: 9, clientY: 9 });
  expect(screen.queryByTestId('box')).not.toBeNull();
  fireEvent[end](window);
  expect(screen.queryByTestId('box')).toBeNull();
  fireEvent.pointerMove(window, { clientX: 20, clientY: 20 });
  expect(screen.queryByTestId('box')).toBeNull();
});
