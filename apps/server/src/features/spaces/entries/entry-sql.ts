import { splitParent } from '../../../platform/file-space/space-path.js';
import type { SpaceKey } from '../space-key.js';

/**
 * `found (node, id)`: which of the wanted paths are known, as the beginning of a query. Parameters 1 to 5 are those of
 * `wantedPaths`. One statement walks down from the root, whatever the number of paths.
 */
export const withFound = `WITH RECURSIVE
  wanted AS MATERIALIZED (SELECT * FROM unnest($3::integer[], $4::integer[], $5::text[]) AS one (node, above, name)),
  found AS (
    SELECT 0 AS node, id FROM space_entry WHERE space = $1 AND space_id = $2 AND trash_id IS NULL
    UNION ALL
    SELECT wanted.node, entry.id
    FROM found JOIN wanted ON wanted.above = found.node
      JOIN space_entry AS entry ON entry.parent_id = found.id AND entry.name = wanted.name)`;

/**
 * `below (id)`: the entry `$1` and the known ones below it, as the beginning of a query; at most 10,000, which is enough to tell
 * open windows about a change.
 */
export const withBelow = `WITH RECURSIVE
  all_below AS (
    SELECT $1::bigint AS id
    UNION ALL
    SELECT entry.id FROM all_below JOIN space_entry AS entry ON entry.parent_id = all_below.id),
  below AS MATERIALIZED (SELECT id FROM all_below LIMIT 10000)`;

/** Paths as the tree of their names, for `withFound`. */
export interface WantedPaths {
  parameters: [space: string, spaceId: string, nodes: number[], above: number[], names: string[]];
  /** By the number of a node. */
  paths: string[];
}

/** Numbers the paths and the folders above them; 0 is the root. Paths are clean. */
export function wantedPaths({ space, spaceId }: SpaceKey, wanted: Iterable<string>): WantedPaths {
  const numbers = new Map([['/', 0]]);
  const paths = ['/'];
  const [nodes, above, names]: [number[], number[], string[]] = [[], [], []];
  const number = (path: string): number => {
    const known = numbers.get(path);
    if (known !== undefined) {
      return known;
    }
    const { dir, name } = splitParent(path) ?? { dir: '/', name: '' };
    const folder = number(dir);
    const node = paths.push(path) - 1;
    numbers.set(path, node);
    nodes.push(node);
    above.push(folder);
    names.push(name);
    return node;
  };
  for (const path of wanted) {
    number(path);
  }
  return { parameters: [space, spaceId, nodes, above, names], paths };
}

/** The id of the entry at a path, which is made known when it is not; arguments are SQL, the path's parts a text array. */
export const ensureEntry = (space: string, spaceId: string, parts: string): string =>
  `ensure_space_entry(${space}, ${spaceId}, NULL, ${parts})`;

/** The parts of a path, as SQL. */
export const partsOf = (path: string): string => `string_to_array(substr(${path}, 2), '/')`;
