/** What a node is for: script jobs, or desktops of people. */
export const nodeKinds = ['compute', 'desktop'] as const;
export type NodeKind = (typeof nodeKinds)[number];
