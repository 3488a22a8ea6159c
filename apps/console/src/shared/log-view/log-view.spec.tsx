import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { renderPage } from '../testing/render-page.js';
import { LogLines } from './window/log-lines.js';
import { LogStream, type LogState } from './log-stream.js';
import { LogView } from './log-view.js';

globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe(): void {
    // Nothing has a size here.
  }
  unobserve(): void {
    // Likewise.
  }
  disconnect(): void {
    // Likewise.
  }
};

function logOf(text: string): LogState {
  const lines = new LogLines();
  lines.append(text);
  return {
    lines,
    version: 1,
    nextOffset: text.length,
    outputBytes: text.length,
    isLive: true,
    isMoving: false,
    attempt: 1,
    hasCaughtUp: true,
    isComplete: true,
    error: null,
  };
}
const others = {
  label: 'Output',
  moves: new LogStream(() => new Promise(() => undefined)),
  emptyNote: 'No output.',
  onRetry: () => undefined,
};
const show = (text: string): void => {
  renderPage(<LogView log={logOf(text)} isOpen={false} {...others} />);
};

describe('the log view', () => {
  it('opens its search by /, counts the hits and goes round', async () => {
    show('one error\nfine\nERROR two\n');
    fireEvent.keyDown(document.body, { key: '/' });
    const field = await screen.findByLabelText('Search');
    fireEvent.change(field, { target: { value: 'error' } });
    await screen.findByText('1 of 2');
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('2 of 2');
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('1 of 2');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByText('1 of 2')).toBeNull();
  });

  it('leaves the end for a hit that comes after it was looked for', async () => {
    function Growing(): ReactNode {
      const [log, setLog] = useState(() => logOf(''));
      const grow = (): void => {
        log.lines.append('what is looked for\nmore\n');
        setLog({ ...log, version: log.version + 1 });
      };
      return (
        <>
          <button onClick={grow}>Grow</button>
          <LogView {...{ log, ...others }} isOpen />
        </>
      );
    }
    renderPage(<Growing />);
    fireEvent.keyDown(document.body, { key: '/' });
    const field = await screen.findByLabelText('Search');
    fireEvent.change(field, { target: { value: 'looked' } });
    await screen.findByText('Not found');
    fireEvent.click(screen.getByText('Grow'));
    await screen.findByText('1 of 1');
    await screen.findByRole('button', { name: /Jump to latest/ });
  });

  it('shows lines in the colours of their program', async () => {
    show('\u001b[31mred line\u001b[0m\n');
    expect((await screen.findByText('red line')).className).toMatch(/red/);
  });

  it('is not read out line by line', () => {
    show('');
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
    screen.getByText('No output.');
  });

  it('shows when lines came, once asked, and not in what is copied', async () => {
    const log = logOf('');
    log.lines.append('first\nsecond\n', {
      ...{ offset: 0, nextOffset: 13 },
      times: [{ line: 1, time: Date.UTC(2026, 10, 27, 3, 4, 5) }],
    });
    renderPage(<LogView log={log} isOpen={false} {...others} />);
    const row = await screen.findByText('second');
    expect(row.closest('[data-time]')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Times' }));
    expect(row.closest('[data-time]')?.getAttribute('data-time')).toMatch(/^11-27 \d\d:04:05$/);
    expect(screen.getByText('first').closest('[data-time]')?.getAttribute('data-time')).toBe('');
    expect(row.textContent).toBe('second');
  });

  it('leads to the earlier parts of a long output', async () => {
    const log = { ...logOf(''), lines: new LogLines(undefined, 2_000_000), outputBytes: 3_000_000 };
    log.lines.append('late line\n');
    const moves = new LogStream(() => new Promise(() => undefined));
    const done: string[] = [];
    moves.earlier = async () => void done.push('earlier');
    moves.toStart = async () => void done.push('start');
    renderPage(
      <LogView log={{ ...log, nextOffset: 2_000_010 }} isOpen {...others} moves={moves} />,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Load earlier output' }));
    fireEvent.click(screen.getByRole('button', { name: 'Jump to start' }));
    expect(done).toEqual(['earlier', 'start']);
    screen.getByText(/ of 2\.86 MB/);
  });
});
