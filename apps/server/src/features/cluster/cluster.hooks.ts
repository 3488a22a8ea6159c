import { defineHook } from '../../platform/hooks/hooks.js';

/** Nodes that counted as offline send heartbeats again, without a new hello; runs in the server that receives them. */
export const nodesBack = defineHook<{ nodeIds: string[] }>('cluster.nodes-back');
