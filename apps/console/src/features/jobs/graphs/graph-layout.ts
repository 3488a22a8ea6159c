import { layersOf, type GraphLink } from '@clusterdesk/contracts';

/** How much room things take across the direction of the graph, pixels. */
export interface LayoutSizes {
  /** A step, with the gap to the next one. */
  step: number;
  /** A line that passes by a layer. */
  lane: number;
}

/** A point of the drawing: which layer, and where across it, pixels. */
export interface Place {
  layer: number;
  /** The middle. */
  at: number;
}

/** Where steps and the lines between them are drawn. */
export interface GraphLayout<Step extends GraphLink> {
  steps: (Place & { step: Step; isCircular: boolean })[];
  /** From a step to one that follows it, through the layers between them. */
  lines: { from: string; to: string; points: Place[] }[];
  layers: number;
  /** Across the direction, pixels. */
  breadth: number;
}

/** What takes room in a layer: a step, or a line that passes by. */
interface Item {
  /** What it comes from in the layer before. */
  sources: Item[];
  size: number;
  at: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Puts the items of a layer side by side, each as near to what it comes from as the order allows. */
function arrange(items: Item[]): Item[] {
  const wanted = new Map(
    items.map((item, index) => [
      item,
      item.sources.length > 0 ? mean(item.sources.map(({ at }) => at)) : index,
    ]),
  );
  // Sorting keeps the order of equal ones.
  const sorted = [...items].sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
  const breadth = sorted.reduce((sum, { size }) => sum + size, 0);
  let edge = -breadth / 2;
  for (const item of sorted) {
    item.at = edge + item.size / 2;
    edge += item.size;
  }
  return sorted;
}

/**
 * Lays a graph out in layers, each in the middle. A line that passes by a layer has a lane in it, so that it crosses no step. Steps that
 * follow each other in a circle stand behind the others.
 */
export function layOut<Step extends GraphLink>(
  all: readonly Step[],
  sizes: LayoutSizes,
): GraphLayout<Step> {
  const { layers, rest } = layersOf(all);
  const rows = rest.length > 0 ? [...layers, rest] : layers;
  const layerOf = new Map(
    rows.flatMap((row, layer) => row.map(({ key }) => [key, layer] as const)),
  );
  const itemOf = new Map<string, Item>();
  const lanes = new Map<string, Item[]>();
  const widest = rows.map((row, layer) => {
    const steps = row.map((step) => {
      const sources = step.after.flatMap((key) => {
        const lane = lanes.get(`${key}\n${step.key}`)?.at(-1);
        return lane ?? itemOf.get(key) ?? [];
      });
      return { step, item: { sources, size: sizes.step, at: 0 } };
    });
    const passing = all.flatMap(({ key, after }) =>
      after
        .filter((from) => (layerOf.get(from) ?? layer) < layer && (layerOf.get(key) ?? 0) > layer)
        .map((from) => {
          const before = lanes.get(`${from}\n${key}`) ?? [];
          const source = before.at(-1) ?? itemOf.get(from);
          const item = { sources: source ? [source] : [], size: sizes.lane, at: 0 };
          lanes.set(`${from}\n${key}`, [...before, item]);
          return item;
        }),
    );
    arrange([...steps.map(({ item }) => item), ...passing]);
    steps.forEach(({ step, item }) => itemOf.set(step.key, item));
    return steps.length * sizes.step + passing.length * sizes.lane;
  });
  const breadth = Math.max(0, ...widest);
  const place = ({ at }: Item, layer: number): Place => ({ layer, at: at + breadth / 2 });
  const placeOf = (key: string): Place[] => {
    const item = itemOf.get(key);
    return item ? [place(item, layerOf.get(key) ?? 0)] : [];
  };
  return {
    steps: rows.flatMap((row, layer) =>
      row.map((step) => ({
        ...(placeOf(step.key)[0] ?? { layer, at: 0 }),
        step,
        isCircular: rest.includes(step),
      })),
    ),
    lines: all.flatMap(({ key, after }) =>
      after
        .filter((from) => (layerOf.get(from) ?? Infinity) < (layerOf.get(key) ?? 0))
        .map((from) => ({
          ...{ from, to: key },
          points: [
            ...placeOf(from),
            ...(lanes.get(`${from}\n${key}`) ?? []).map((item, index) =>
              place(item, (layerOf.get(from) ?? 0) + index + 1),
            ),
            ...placeOf(key),
          ],
        })),
    ),
    layers: rows.length,
    breadth,
  };
}
