import { describe, expect, it } from '@jest/globals';
import { fitColumns, type ColumnNeed } from './fit-columns.js';

const soft = (natural: number, least = 60): ColumnNeed => ({ natural, least, isRigid: false });
const rigid = (natural: number): ColumnNeed => ({ natural, least: natural, isRigid: true });

const rounded = (needs: ColumnNeed[], room: number): number[] =>
  fitColumns(needs, room).map(Math.round);

describe('fitColumns', () => {
  it('shares what is left over in proportion, and none of it with what is rigid', () => {
    expect(fitColumns([soft(100), soft(300), rigid(100)], 900)).toEqual([200, 600, 100]);
  });

  it('cuts the widest column before any other', () => {
    expect(rounded([soft(100), soft(500), rigid(100)], 500)).toEqual([100, 300, 100]);
    expect(rounded([soft(100), soft(500), soft(400)], 700)).toEqual([100, 300, 300]);
  });

  it('takes from the others what a long head needs', () => {
    expect(rounded([soft(300), soft(300), soft(200, 180)], 480)).toEqual([150, 150, 180]);
  });

  it('cuts no column below its head, so that the table scrolls', () => {
    expect(fitColumns([soft(200, 90), soft(300, 80), rigid(100)], 150)).toEqual([90, 80, 100]);
  });

  it('leaves nothing over where it cuts', () => {
    const widths = fitColumns([soft(120), soft(180), soft(420), soft(90), rigid(80)], 640);
    expect(widths.reduce((a, b) => a + b, 0)).toBeCloseTo(640, 1);
  });

  it('does with no columns that could give', () => {
    expect(fitColumns([rigid(100)], 400)).toEqual([100]);
    expect(fitColumns([], 400)).toEqual([]);
  });
});
