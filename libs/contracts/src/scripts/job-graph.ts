import { z } from 'zod';
import { ruleMessage } from '../wire.js';

/** The name of a step within its graph; it can be the name of a job, too. */
export const graphStepKey = z
  .string()
  .trim()
  // As with names of queues: compatibility forms of a letter are the letter.
  .normalize('NFKC')
  .refine(
    (key) => /^\p{L}[\p{L}\p{N}_]{0,31}$/u.test(key),
    ruleMessage(
      '步骤名须以字母开头，只能包含字母、数字和下划线，最多 32 个字符',
      'The name of a step starts with a letter, followed by letters, digits or underscores, at most 32 characters',
    ),
  );

/** What a graph is made of, whatever its steps run. */
export interface GraphLink {
  key: string;
  /** The keys of the steps that it follows. */
  after: readonly string[];
}

/** Why steps are no graph. `cycle`: these follow each other in a circle. */
export type GraphFault =
  | { kind: 'duplicate'; key: string }
  | { kind: 'unknown'; key: string; after: string }
  | { kind: 'cycle'; keys: string[] };

/**
 * Steps from first to last: each layer follows only those before it.
 * @returns `rest`: those that cannot be placed, for they follow each other in a circle, or what is not there
 */
export function layersOf<Step extends GraphLink>(
  steps: readonly Step[],
): { layers: Step[][]; rest: Step[] } {
  const layers: Step[][] = [];
  const placed = new Set<string>();
  let rest = [...steps];
  for (;;) {
    const layer = rest.filter(({ after }) => after.every((key) => placed.has(key)));
    if (layer.length === 0) {
      return { layers, rest };
    }
    layers.push(layer);
    layer.forEach(({ key }) => placed.add(key));
    rest = rest.filter((step) => !layer.includes(step));
  }
}

/** The first reason why these steps are no graph; null: they are one. */
export function findGraphFault(steps: readonly GraphLink[]): GraphFault | null {
  const byKey = new Map<string, GraphLink>();
  for (const step of steps) {
    if (byKey.has(step.key)) {
      return { kind: 'duplicate', key: step.key };
    }
    byKey.set(step.key, step);
  }
  for (const { key, after } of steps) {
    const unknown = after.find((one) => !byKey.has(one));
    if (unknown !== undefined) {
      return { kind: 'unknown', key, after: unknown };
    }
  }
  const unplaced = new Set(layersOf(steps).rest.map(({ key }) => key));
  // Each of these follows another of these, so that whoever goes back among them comes round.
  const walked: string[] = [];
  let [key] = unplaced;
  while (key !== undefined && !walked.includes(key)) {
    walked.push(key);
    key = byKey.get(key)?.after.find((one) => unplaced.has(one));
  }
  return key === undefined
    ? null
    : { kind: 'cycle', keys: walked.slice(walked.indexOf(key)).reverse() };
}

/** The keys of these steps and of all that follow them, however far. */
export function withFollowers(
  steps: readonly GraphLink[],
  from: readonly string[],
): ReadonlySet<string> {
  const keys = new Set(from);
  for (const step of layersOf(steps).layers.flat()) {
    if (step.after.some((key) => keys.has(key))) {
      keys.add(step.key);
    }
  }
  return keys;
}
