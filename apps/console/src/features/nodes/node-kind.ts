import {
  endpoints,
  type ComputeNode,
  type DesktopNode,
  type Endpoint,
  type NodeAgent,
} from '@clusterdesk/contracts';
import type { UseQueryOptions } from '@tanstack/react-query';
import { paths } from '../../shared/paths.js';
import type { ShownNode } from './components/node-state.js';
import {
  computeNodeInfo,
  computeNodeList,
  desktopInfo,
  desktopList,
  queriesOfComputeNodes,
  queriesOfDesktops,
} from './node-queries.js';

/** What lists and dialogs need of a node of either kind. */
export type AnyNode = ShownNode & { id: string; agent: NodeAgent };

type Asked<Data> = Pick<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>;

/** The calls that are alike for both kinds, but for their paths. */
export type NodeCalls = {
  [Name in 'remove' | 'enrol' | 'revoke']: Endpoint<
    (typeof endpoints.desktops)[Name]['input'],
    (typeof endpoints.desktops)[Name]['result']
  >;
};

/** What tells the pages of one kind of nodes from those of the other; words end in `id`. */
export interface NodeKind<Named, Node extends Named & AnyNode> {
  id: 'compute' | 'desktop';
  /** Under which a browser keeps the columns and the order of the list. */
  table: string;
  calls: NodeCalls;
  /** The endpoints that show nodes of the kind. */
  shownBy: readonly Endpoint[];
  list: (search: string) => Asked<Node[]>;
  info: (id: string) => Asked<Node>;
  paths: { list: string; add: string; edit: (id: string) => string };
  nameOf: (node: Named) => string;
  descriptionOf: (node: Named) => string;
  /** What the forms call the two. */
  fields: { name: string; description: string };
}

type NamedCompute = Pick<ComputeNode, 'calculationName' | 'calculationDescribe'>;

export const computeKind: NodeKind<NamedCompute, ComputeNode> = {
  id: 'compute',
  table: 'computeNodes',
  calls: endpoints.calculations,
  shownBy: queriesOfComputeNodes,
  list: computeNodeList,
  info: computeNodeInfo,
  paths: { list: paths.computeNodes, add: paths.newComputeNode, edit: paths.computeNode },
  nameOf: ({ calculationName }) => calculationName,
  descriptionOf: ({ calculationDescribe }) => calculationDescribe,
  fields: { name: 'calculationName', description: 'calculationDescribe' },
};

type NamedDesktop = Pick<DesktopNode, 'desktopName' | 'desktopDescribe'>;

export const desktopKind: NodeKind<NamedDesktop, DesktopNode> = {
  id: 'desktop',
  table: 'desktops',
  calls: endpoints.desktops,
  shownBy: queriesOfDesktops,
  list: desktopList,
  info: desktopInfo,
  paths: { list: paths.desktops, add: paths.newDesktop, edit: paths.desktop },
  nameOf: ({ desktopName }) => desktopName,
  descriptionOf: ({ desktopDescribe }) => desktopDescribe,
  fields: { name: 'desktopName', description: 'desktopDescribe' },
};
