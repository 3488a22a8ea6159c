import { describe, expect, it } from '@jest/globals';
import { readListView, writeListView } from './list-url.js';

const read = (text: string) => readListView(new URLSearchParams(text), ['search']);

describe('the address of a paged list', () => {
  it('shows pages from 1 and counts them from 0', () => {
    expect(read('page=3&size=30&search=li')).toEqual({
      filter: { search: 'li' },
      pageNum: 2,
      size: 30,
    });
  });
  it.each(['', 'page=0&size=7', 'page=-2&size=1000', 'page=x&size=1e9', 'page=9999999999'])(
    'falls back to the first page of twenty: %s',
    (text) => {
      expect(read(text)).toEqual({ filter: { search: '' }, pageNum: 0, size: 20 });
    },
  );
  it('leaves defaults out and reads back what it wrote', () => {
    expect(writeListView({ filter: { search: '' }, pageNum: 0, size: 20 })).toEqual({});
    const view = { filter: { search: '张 三&' }, pageNum: 4, size: 40 };
    expect(read(new URLSearchParams(writeListView(view)).toString())).toEqual(view);
  });
});
