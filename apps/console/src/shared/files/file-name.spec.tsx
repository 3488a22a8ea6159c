import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { FileName } from './file-name.js';

const long = 'treated-vs-control_normalized_v12_final.tsv.gz';
const partsOf = (element: HTMLElement): (string | null)[] =>
  [...element.children].map((part) => part.textContent);

it('shows the whole name, in two parts of which the first may be cut', () => {
  render(<FileName name={long} />);
  const name = screen.getByTitle(long);
  expect(name.textContent).toBe(long);
  expect(partsOf(name)).toEqual(['treated-vs-control_normalized_v12_', 'final.tsv.gz']);
  expect(name.dir).toBe('auto');
});

it('leaves a short name in one', () => {
  render(<FileName name="a.txt" />);
  expect(screen.getByTitle('a.txt').innerHTML).toBe('a.txt');
});

it('shows a blank at the end', () => {
  render(<FileName name="trail .txt " />);
  const name = screen.getByText('trail .txt');
  expect(name.textContent).toBe('trail .txt ');
  expect(name.querySelector('.blank')?.textContent).toBe(' ');
});

it('marks what a search found, and tells no name where another element does', () => {
  render(<FileName name={long} searched="V12" title={null} />);
  expect(screen.getByText('v12').tagName).toBe('MARK');
  expect(screen.queryByTitle(long)).toBeNull();
});

it('puts a long name of a tile on two lines, by how wide its signs are', () => {
  const wideName = '实验记录汇总表第二版修订.docx';
  const { container } = render(
    <>
      <FileName isTile name="measurements.csv" />
      <FileName isTile name={wideName} />
    </>,
  );
  const names = [...container.children].map((name) => partsOf(name as HTMLElement));
  expect(names).toEqual([[], ['实验记录汇总表第二', '版修订.docx']]);
});
