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

/** The width above which columns are cut so that all fit: the widest give first, none below its least. */
function levelFor(needs: readonly ColumnNeed[], room: number): number {
  // Between two neighbouring natural widths the sum grows by one pixel for each column that is still cut.
  const naturals = needs.map(({ natural }) => natural).sort((a, b) => a - b);
  let before = 0;
  let left = room;
  for (const [index, natural] of naturals.entries()) {
    const cut = naturals.length - index;
    if ((natural - before) * cut >= left) {
      return before + left / cut;
    }
    left -= (natural - before) * cut;
    before = natural;
  }
  return before;
}

/**
 * How wide columns are drawn in so much room: each as its content wants, what is left over shared out in proportion; where
 * there is too little the widest give first. The sum may exceed the room: then the table scrolls sideways.
 */
export function fitColumns(needs: readonly ColumnNeed[], room: number): number[] {
  const soft = needs.filter(({ isRigid }) => !isRigid);
  const softRoom = room - sum(needs.filter(({ isRigid }) => isRigid).map(({ natural }) => natural));
  const wanted = sum(soft.map(({ natural }) => natural));
  const level = wanted > softRoom ? levelFor(soft, Math.max(0, softRoom)) : Infinity;
  const factor = wanted > 0 && softRoom > wanted ? softRoom / wanted : 1;
  return needs.map(({ natural, least, isRigid }) =>
    isRigid ? natural : Math.max(Math.min(natural, level), Math.min(natural, least)) * factor,
  );
}
