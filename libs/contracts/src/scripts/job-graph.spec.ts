import { describe, expect, it } from '@jest/globals';
import { findGraphFault, layersOf, withFollowers, type GraphLink } from './job-graph.js';

/** `b<a` is step b, which follows a; `d<bc` follows two. */
const stepsOf = (text: string): GraphLink[] =>
  text.split(' ').map((step) => ({ key: step[0] ?? '', after: [...step.slice(2)] }));
const keysOf = (steps: readonly GraphLink[]): string => steps.map(({ key }) => key).join('');

describe('the steps of a graph', () => {
  it('are layered so that each follows only what is before it', () => {
    const { layers, rest } = layersOf(stepsOf('d<bc b<a c<a a e<ad f'));
    expect([layers.map(keysOf), rest]).toEqual([['af', 'bc', 'd', 'e'], []]);
  });

  it.each([
    ['a b<a a<b', { kind: 'duplicate', key: 'a' }],
    ['a b<ax', { kind: 'unknown', key: 'b', after: 'x' }],
    ['a<a', { kind: 'cycle', keys: ['a'] }],
    // What leads to a circle and what follows it are not part of it.
    ['e<d a b<ad c<b d<c', { kind: 'cycle', keys: ['b', 'c', 'd'] }],
    ['a b<a c<ab', null],
  ])('%s: what is wrong with them', (text, fault) => {
    const found = findGraphFault(stepsOf(text));
    if (found?.kind === 'cycle') {
      found.keys.sort();
    }
    expect(found).toEqual(fault);
  });

  it('have followers, however far', () => {
    const steps = stepsOf('a b<a c<a d<b e<dc f');
    expect([...withFollowers(steps, ['b'])].sort().join('')).toBe('bde');
    expect([...withFollowers(steps, ['c', 'f'])].sort().join('')).toBe('cef');
  });
});
