import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, type ReactNode } from 'react';
import { useScrollCue } from './use-scroll-cue.js';

/** Called as the browser does when an observed element has got another size. */
let resized: () => void;
const observed = new Set<Element>();
beforeEach(() => {
  observed.clear();
  globalThis.ResizeObserver = class implements ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      resized = () => callback([], this);
    }
    observe(element: Element): void {
      observed.add(element);
    }
    unobserve(): void {}
    disconnect(): void {
      observed.clear();
    }
  };
});

function Tabs(): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useScrollCue(frame);
  return (
    <div ref={frame} data-testid="frame">
      <p>tabs</p>
    </div>
  );
}

/** A frame of 100 pixels whose content is so wide. */
function drawn(scrollWidth: number): { frame: HTMLElement; widen: (width: number) => void } {
  let width = scrollWidth;
  render(<Tabs />);
  const frame = screen.getByTestId('frame');
  Object.defineProperty(frame, 'clientWidth', { get: () => 100 });
  Object.defineProperty(frame, 'scrollWidth', { get: () => width });
  act(() => resized());
  return {
    frame,
    widen: (next) => {
      width = next;
      act(() => resized());
    },
  };
}
const cues = (frame: HTMLElement): string[] =>
  ['data-more-left', 'data-more-right'].filter((name) => frame.hasAttribute(name));

it('says on which side there is more, as one scrolls', () => {
  const { frame } = drawn(300);
  expect(cues(frame)).toEqual(['data-more-right']);
  frame.scrollLeft = 80;
  fireEvent.scroll(frame);
  expect(cues(frame)).toEqual(['data-more-left', 'data-more-right']);
  frame.scrollLeft = 200;
  fireEvent.scroll(frame);
  expect(cues(frame)).toEqual(['data-more-left']);
});

it('says nothing where all fits, or only a part of a pixel does not', () => {
  expect(cues(drawn(100).frame)).toEqual([]);
});

it('sees its content grow, and what is drawn into it', () => {
  const { frame, widen } = drawn(101);
  expect(cues(frame)).toEqual([]);
  widen(180);
  expect(cues(frame)).toEqual(['data-more-right']);
  expect(observed).toEqual(new Set([frame, screen.getByText('tabs')]));
});
