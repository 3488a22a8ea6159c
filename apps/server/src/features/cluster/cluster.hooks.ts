import { defineHook } from '../../platform/hooks/hooks.js';

/** Nodes that counted as offline are heard from again, without a new hello; runs in the server that heard them. */
export const nodesBack = defineHook<{ nodeIds: string[] }>('cluster.nodes-back');
