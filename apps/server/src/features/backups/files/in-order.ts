/** How many files are copied at once: more than one, for most of the time goes into waiting for the filesystem. */
const atOnce = 8;

/**
 * Begins work on one item after the other, lets several be under way, and gives their results in the order of the items. When it ends,
 * however it does, nothing is under way any more.
 * @param begin does first what has to be done while the item is there; what follows may go on beside the next items
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  begin: (item: Item) => Promise<{ result: Promise<Result> }>,
): AsyncGenerator<Result> {
  const underWay: { result: Promise<Result> }[] = [];
  try {
    for await (const item of items) {
      const work = await begin(item);
      // Whoever awaits it below hears of a failure.
      work.result.catch(() => undefined);
      underWay.push(work);
      const [oldest] = underWay;
      if (oldest && underWay.length === atOnce) {
        yield await oldest.result;
        underWay.shift();
      }
    }
    for (let [oldest] = underWay; oldest; [oldest] = underWay) {
      yield await oldest.result;
      underWay.shift();
    }
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}
