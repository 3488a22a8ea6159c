/** Does something with every item, `atOnce` of them at a time, in their order; rejects with the first failure. */
export async function eachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = 8,
): Promise<void> {
  const left = items.values();
  const take = async (): Promise<void> => {
    for (const item of left) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}
