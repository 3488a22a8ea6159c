const gap = 8;
const moreWidth = 42;

/** How many of the buttons fit into the width, the menu for the others counted in. */
export function countFitting(widths: readonly number[], width: number): number {
  const whole = widths.reduce((sum, each) => sum + each + gap, -gap);
  if (whole <= width) {
    return widths.length;
  }
  let room = width - moreWidth;
  return widths.findIndex((each) => (room -= each + gap) < 0);
}
