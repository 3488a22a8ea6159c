/**
 * One answer out of those of several crowds: numbers are added, lists joined, and of what stands for a least or a most the least or
 * the most is taken.
 */
export function sumUp(answers) {
  const sum = {};
  for (const answer of answers) {
    for (const [name, value] of Object.entries(answer)) {
      sum[name] = name in sum ? join(name, sum[name], value) : value;
    }
  }
  return sum;
}

function join(name, one, other) {
  if (name.startsWith('least')) {
    // Infinity is null on the way between processes.
    return Math.min(one ?? Infinity, other ?? Infinity);
  }
  if (name.startsWith('most')) {
    return Math.max(one, other);
  }
  if (Array.isArray(one)) {
    return one.concat(other);
  }
  return typeof one === 'number' ? one + other : other;
}
