/** What a column would like to have, pixels with its padding. */
export interface ColumnNeed {
  /** Its widest content, uncut. */
  natural: number;
  /** Its head: nothing is cut below that. */
  least: number;
  /** Takes no more than it needs, and is not cut: actions, numbers. */
  isRigid: boolean;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** A column at a level: what is wider is cut to it, but not below its least. */
const cutTo = (level: number, { natural, least }: ColumnNeed): number =>
  Math.max(Math.min(natural, level), Math.min(natural, least));

/** Halvings of a width until less than a hundredth of a pixel is left. */
const steps = 20;

/** The width to which columns are cut so that all fit: the widest give first. */
function levelFor(needs: readonly ColumnNeed[], room: number): number {
  let [low, high] = [0, Math.max(...needs.map(({ natural }) => natural))];
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    if (sum(needs.map((need) => cutTo(middle, need))) > room) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

/**
 * How wide columns are drawn in so much room: each as its content wants, what is left over shared out in proportion; where
 * there is too little the widest give first. The sum may exceed the room: then the table scrolls sideways.
 */
export function fitColumns(needs: readonly ColumnNeed[], room: number): number[] {
  const soft = needs.filter(({ isRigid }) => !isRigid);
  const softRoom = room - sum(needs.filter(({ isRigid }) => isRigid).map(({ natural }) => natural));
  const wanted = sum(soft.map(({ natural }) => natural));
  const level = wanted > softRoom ? levelFor(soft, softRoom) : Infinity;
  const factor = wanted > 0 && softRoom > wanted ? softRoom / wanted : 1;
  return needs.map((need) => (need.isRigid ? need.natural : cutTo(level, need) * factor));
}
