import { describe, expect, it } from '@jest/globals';
import { weigh } from './weigh.js';

const page = { name: 'a page', modules: [], budget: { bytes: 1_000, files: 2 } };

describe('weighing a first page', () => {
  it('lets it through at its limits', () => {
    const files = [
      { name: 'a.js', bytes: 600 },
      { name: 'b.js', bytes: 400 },
    ];
    expect(weigh(page, files)).toEqual({
      summary: 'a page: 1.0 kB in 2 files, of 1.0 kB in 2',
      problem: null,
    });
  });

  it('refuses one byte more, and names the heaviest files first', () => {
    const { problem } = weigh(page, [
      { name: 'light.js', bytes: 400 },
      { name: 'heavy.js', bytes: 601 },
    ]);
    expect(problem).toMatch(
      /^Too heavy over the wire: a page: 1\.0 kB in 2 files.*\n.*heavy\.js\n.*light\.js$/,
    );
  });

  it('refuses one file more, however light: each is a round trip', () => {
    const files = ['a.js', 'b.js', 'c.js'].map((name) => ({ name, bytes: 1 }));
    expect(weigh(page, files).problem).toMatch(/in 3 files, of 1\.0 kB in 2/);
  });

  it('only tells of a page without limits', () => {
    const unwatched = { name: 'a page', modules: [] };
    expect(weigh(unwatched, [{ name: 'a.js', bytes: 5_000 }]).problem).toBeNull();
  });
});
