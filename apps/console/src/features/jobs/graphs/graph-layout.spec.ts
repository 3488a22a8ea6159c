import { describe, expect, it } from '@jest/globals';
import type { GraphLink } from '@clusterdesk/contracts';
import { layOut } from './graph-layout.js';

/** `b<a` is step b, which follows a. */
const stepsOf = (text: string): GraphLink[] =>
  text.split(' ').map((step) => ({ key: step[0] ?? '', after: [...step.slice(2)] }));
const sizes = { step: 100, lane: 20 };

describe('the drawing of a graph', () => {
  it('has a layer for each row of steps, in its middle', () => {
    const { steps, layers, breadth } = layOut(stepsOf('a b<a c<a d<bc'), sizes);
    expect(steps.map(({ step, layer, at }) => [step.key, layer, at])).toEqual([
      ['a', 0, 100],
      ['b', 1, 50],
      ['c', 1, 150],
      ['d', 2, 100],
    ]);
    expect([layers, breadth]).toEqual([3, 200]);
  });

  it('leads a line past the layers between, beside their steps', () => {
    const { steps, lines, breadth } = layOut(stepsOf('a b<a c<ab'), sizes);
    const long = lines.find(({ from, to }) => from === 'a' && to === 'c');
    const b = steps.find(({ step }) => step.key === 'b');
    expect(long?.points.map(({ layer }) => layer)).toEqual([0, 1, 2]);
    expect(Math.abs((long?.points[1]?.at ?? 0) - (b?.at ?? 0))).toBe(60);
    expect(breadth).toBe(120);
  });

  it('orders a layer by what its steps follow, so that lines do not cross', () => {
    const { steps } = layOut(stepsOf('a b d<b c<a'), sizes);
    const inSecond = steps.filter(({ layer }) => layer === 1).sort((a, b) => a.at - b.at);
    expect(inSecond.map(({ step }) => step.key)).toEqual(['c', 'd']);
  });

  it('shows steps that wait for each other, too, and marks them', () => {
    const { steps, lines, layers } = layOut(stepsOf('a b<ac c<b d<x'), sizes);
    expect(steps.map(({ step, isCircular }) => [step.key, isCircular])).toEqual([
      ...[['a', false], ...['b', 'c', 'd'].map((key) => [key, true])],
    ]);
    expect(lines.map(({ from, to }) => from + to)).toEqual(['ab']);
    expect(layers).toBe(2);
  });
});
