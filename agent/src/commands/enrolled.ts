import { type NodeEnrolled, nodeEnrolledSchema } from '@clusterdesk/contracts';
import type { Command } from './command.js';

/** The node is enrolled as this one. Unanswered when its secret cannot be stored: the server keeps the token valid. */
export const enrolledCommand = (
  completeEnrolment: (node: NodeEnrolled) => void,
): Command<'node.enrolled'> => ({
  schema: nodeEnrolledSchema,
  summary: ({ nodeId }) => `node ${nodeId}`,
  handle: async (node) => completeEnrolment(node),
});
