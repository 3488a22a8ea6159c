import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useListSorting, type AskedSorting } from './use-list-sorting.js';

const none = { sort: '', order: '' };
const of = (asked: AskedSorting) =>
  renderHook(() => useListSorting('jobs', ['name', 'time'], asked)).result;

describe('the order of a list', () => {
  beforeEach(() => localStorage.setItem('userId', '7'));

  it('is what the URL says; what it cannot be sorted by is none', () => {
    expect(of({ sort: 'time', order: 'desc' }).current.sorting).toEqual({ id: 'time', desc: true });
    expect(of({ sort: 'secret', order: 'asc' }).current.sorting).toBeNull();
  });

  it('without a URL is how this user left it here, until that is taken back', () => {
    const left = of(none);
    let asked = none;
    act(() => {
      asked = left.current.remember({ id: 'time', desc: true });
    });
    expect([asked, left.current.sorting]).toEqual([
      { sort: 'time', order: 'desc' },
      { id: 'time', desc: true },
    ]);
    expect(of(none).current.sorting).toEqual({ id: 'time', desc: true });
    expect(of({ sort: 'name', order: 'asc' }).current.sorting).toEqual({ id: 'name', desc: false });
    localStorage.setItem('userId', '8');
    expect(of(none).current.sorting).toBeNull();

    localStorage.setItem('userId', '7');
    const again = of(none);
    act(() => {
      asked = again.current.remember(null);
    });
    expect([asked, again.current.sorting, of(none).current.sorting]).toEqual([none, null, null]);
  });

  it('is none where something else was kept', () => {
    localStorage.setItem('clusterdesk.sorting.7.jobs', '{"id":1');
    expect(of(none).current.sorting).toBeNull();
  });
});
