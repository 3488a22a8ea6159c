import { endpoints, type EndpointInput, type EndpointResult } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** Every endpoint that shows the caller's own shares as they are now. */
export const queriesOfOwnShares = [
  endpoints.shares.page,
  endpoints.shares.list,
  endpoints.shares.detail,
  endpoints.shares.containing,
] as const;

/** A page of the shares that the caller made. */
export type OwnSharePage = EndpointResult<typeof endpoints.shares.page>;

/** The shares that the caller made, newest first. */
export const ownShares = (input: Omit<EndpointInput<typeof endpoints.shares.page>, 'isMe'>) =>
  queryOptionsOf(endpoints.shares.page, { isMe: '1', ...input });

/** A share of one's own that gives an entry. */
export type ShareOfEntry = EndpointResult<typeof endpoints.shares.containing>['data'][number];

/** The caller's shares that give an entry of the disk. */
export const sharesContaining = (path: string) =>
  queryOptionsOf(endpoints.shares.containing, { path });

/** Whom the caller shared with last. */
export const recentReceivers = () => queryOptionsOf(endpoints.shares.recentReceivers, {});

/** Users one can share with, by a part of the name. */
export const shareUsers = (name: string) =>
  queryOptionsOf(endpoints.users.listShareUsers, name ? { name } : {});

/** One share, with everybody who has it. */
export const shareDetail = (id: string) => queryOptionsOf(endpoints.shares.detail, { id });

/** Whether people without an account may add to drop boxes. */
export const visitorRules = () => queryOptionsOf(endpoints.shares.visitorRules, {});

/** Who opened and took what of a share. */
export const shareVisits = (id: string, page: { pageNum: number; size: number }) =>
  queryOptionsOf(endpoints.shares.visits, { id, ...page });
