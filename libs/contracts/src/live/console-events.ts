import { z } from 'zod';
import type { NodeAlert } from '../endpoints/cluster/cluster.js';
import type { WireJobRow } from '../endpoints/cluster/job-rows.js';
import type { HostProcess } from '../agents/host-figures.js';
import { type NodeKind, nodeKinds } from '../node-kinds.js';
import type { CopyState } from '../endpoints/files/copies.js';
import type { PackageState } from '../endpoints/files/downloads.js';
import type { SpaceRef } from '../space-ref.js';
import { idSchema, spacePath, textId } from '../wire.js';
import type { LivePosition } from './live-mark.js';
import type { NotificationRow } from '../endpoints/platform/notifications.js';

/** The namespace of browsers; `auth.token` is the user's session token. */
export const consoleNamespace = '/console';

export type UploadProgress = SpaceRef & {
  uploadId: string;
  dir: string;
  fileName: string;
  loadedBytes: number;
  totalBytes: number;
  state: 'uploading' | 'complete' | 'failed';
};

export interface MetricSample {
  nodeId: string;
  hostname: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** Percent of all processors, 0 to 100. */
  cpu: number;
  /** Percent of memory, 0 to 100. */
  mem: number;
}

/** New output, at most `limits.jobOutputEventBytes`, as `/job/log` would give it from its offset on. */
export interface ToldOutput {
  offset: number;
  /** Where `text` ends: before an unfinished character, or a line that is not UTF-8 and not whole. */
  nextOffset: number;
  text: string;
  /** Whether `text` in UTF-8 has the bytes that were written: a page that has the first of them can take the rest. */
  isUtf8: boolean;
  /** When the first of it was stored, milliseconds since the epoch. */
  time: number;
}

/** Server → console. State events (`liveEventKinds`) are numbered (docs/decisions/numbered-live-events.md); stream events are hints. */
export interface ServerToConsole {
  /** To the user's windows: how far an upload is. At most four a second for one upload. */
  uploadProgress: (event: UploadProgress) => void;
  /** To everyone who may see the folder (its user's windows, or topic `folder`): its entries changed. */
  filesChanged: (event: SpaceRef & { dir: string }) => void;
  /** To the user's windows: a download is being packed. */
  packagingProgress: (event: PackageState) => void;
  /** To the user's windows: entries are being copied. */
  copyProgress: (event: CopyState) => void;
  /** To the user's windows: these ended copies are off the list. */
  copiesCleared: (event: { copyIds: string[] }) => void;
  /** To the windows of a share's owner (`mine`) or receivers (`received`): it is new, changed, was used, or is over. Null: several. */
  sharesChanged: (event: { list: 'mine' | 'received'; shareId: string | null }) => void;
  /**
   * To the windows of those who are or were in a project: it is new, changed, other people are in it, or it is over. Null: several.
   */
  projectsChanged: (event: { projectId: string | null }) => void;
  /** Topic `comments`: somebody commented on the entry, or deleted a comment; the page asks for them again. */
  commentsChanged: (event: { projectId: string; path: string }) => void;
  /** To the applicant and the approvers: an application is new, decided, or over. Null: several. */
  approvalsChanged: (event: { applicationId: string | null; projectId: string }) => void;
  /** To the user's windows: favourites were marked or taken away, or one was moved, removed or restored. */
  favouritesChanged: () => void;
  /** To everyone who sees the space's trash: its entries changed. */
  trashChanged: (event: SpaceRef) => void;
  /** Topic `hosts`: a host came or went. */
  nodeStatus: (event: { nodeId: string; hostname: string; online: boolean }) => void;
  /** Topic `hosts`: the alerts that last of these hosts, all there are of each. Null: of very many; ask for them. */
  nodeAlertsChanged: (event: { nodes: { nodeId: string; alerts: NodeAlert[] }[] | null }) => void;
  /**
   * Topic `monitoring`: one event a second for all hosts together, with the newest samples of each. `isReplayed`: older ones were
   * stored besides, of hosts that were cut off; the page asks for them once, when no more come.
   */
  metrics: (event: { samples: MetricSample[]; isReplayed?: boolean }) => void;
  /** Topic `host`: what uses most of the host at this moment, every few seconds. */
  hostProcesses: (event: { nodeId: string; processes: HostProcess[] }) => void;
  /**
   * Topic `applications`: where an application is installed, or a run of its scripts, changed. For one application at most once a
   * second from each process.
   */
  applicationsChanged: (event: { name: string }) => void;
  /** Topic `application-run`: there is output up to `nextOffset`; the page reads it by `/application/output`. At most four a second. */
  applicationOutput: (event: { runId: string; nextOffset: number }) => void;
  /**
   * Topic `nodes`: a node of the kind was added, edited or removed, its agent came, went or says other things, or its sessions
   * changed. Null: several. At most one a second.
   */
  nodesChanged: (event: { kind: NodeKind; nodeId: string | null }) => void;
  /** Topic `desktop-sessions`: sessions began, ended or changed; the page asks for its list again. At most one a second. */
  desktopSessionsChanged: () => void;
  /** To the user's windows: the desktops assigned to the user changed, or whether they are there. */
  ownDesktopsChanged: () => void;
  /** To the owner's windows, and topic `jobs`. */
  jobUpdated: (event: WireJobRow) => void;
  /**
   * Topic `job`: the output of this attempt reaches up to `nextOffset`. A page that stands where `output` begins has it with that; any
   * other reads by `/job/log`. At most four a second for one job.
   */
  jobOutput: (event: {
    jobId: string;
    attempt: number;
    nextOffset: number;
    output?: ToldOutput;
  }) => void;
  /** Topic `backups`: a backup or a restoring came, went on or ended. At most two a second. */
  backupsChanged: () => void;
  /** Topic `settings`, and those of pages that show one of them (`hosts`: the rules of alerts): an administrator changed some. */
  settingsChanged: () => void;
  /** Topic `feedback`: a message to the administrators came, was handled or deleted. */
  feedbackChanged: () => void;
  /** Topic `branding`: logo or copyright changed; the page asks for the public configuration again. */
  brandingChanged: () => void;
  /** Topic `upgrade`: an upgrade began, went on or ended. At most two a second. */
  upgradeChanged: () => void;
  /** To the user's windows: something not to be missed happened. It may come twice, with the same id. */
  notificationAdded: (event: NotificationRow) => void;
  /** To the user's windows: some were read, in one of them. */
  notificationsRead: () => void;
  /** To the user's windows: how the user is told of things was changed, in one of them. */
  noticePreferenceChanged: () => void;
  /** The session is over; `reason` is for people, in the user's language. */
  sessionRevoked: (event: { reason: string }) => void;
  /** The menus of the user changed: draw them anew. */
  menusChanged: () => void;
  /** Topic `accounts`: a list of the administration changed; the page asks for it again. */
  accountsChanged: (event: { what: AccountList }) => void;
  /** Topic `queues`: a queue changed, came or went, or who may use it did; the page asks for the list again. */
  queuesChanged: () => void;
}

/**
 * The lists of the administration that pages watch: users (with their roles), roles (with their users and menus), menus, and who may
 * download.
 */
export const accountLists = ['users', 'roles', 'menus', 'downloads'] as const;
export type AccountList = (typeof accountLists)[number];

/** What a page may watch beyond its user's own events. */
export const topicSchema = z.discriminatedUnion('topic', [
  /** Which hosts are there, and their alerts: who may see hosts. */
  z.object({ topic: z.literal('hosts') }),
  /** What all hosts measure, each second: who may see hosts. While nobody watches, agents report less often. */
  z.object({ topic: z.literal('monitoring') }),
  /** The processes of one host: who may see hosts. Its agent names them only while somebody watches. */
  z.object({ topic: z.literal('host'), nodeId: idSchema }),
  /** Applications, and the output of one run of a script of theirs: who may manage them. */
  z.object({ topic: z.literal('applications') }),
  z.object({ topic: z.literal('application-run'), runId: idSchema }),
  /** The nodes of one kind: who may manage them. */
  z.object({ topic: z.literal('nodes'), kind: z.enum(nodeKinds) }),
  /** Desktop sessions: who may end them. */
  z.object({ topic: z.literal('desktop-sessions') }),
  /** All users' jobs: system administrators. */
  z.object({ topic: z.literal('jobs') }),
  z.object({ topic: z.literal('job'), jobId: z.string().max(64) }),
  /** The entries of one folder, for spaces in which not everybody may see every folder: who may view it. */
  z.object({
    topic: z.literal('folder'),
    space: z.enum(['project', 'share']),
    spaceId: textId,
    dir: spacePath,
  }),
  /** The comments on one entry of a project: members who may view it. */
  z.object({ topic: z.literal('comments'), projectId: idSchema, path: spacePath }),
  /** One list of the administration: who may ask for it. */
  z.object({ topic: z.literal('accounts'), what: z.enum(accountLists) }),
  /** Queues: who may ask for their list. */
  z.object({ topic: z.literal('queues') }),
  /** Backups and restorings: who may manage the system. */
  z.object({ topic: z.literal('backups') }),
  /** Settings: who may manage the system. */
  z.object({ topic: z.literal('settings') }),
  /** Messages to the administrators: who may manage the system. */
  z.object({ topic: z.literal('feedback') }),
  /** Logo and copyright: every signed-in user. */
  z.object({ topic: z.literal('branding') }),
  /** The upgrade of the platform: who may manage the system. */
  z.object({ topic: z.literal('upgrade') }),
]);
export type Topic = z.infer<typeof topicSchema>;

/** Console → server. */
export interface ConsoleToServer {
  /**
   * The answer says whether the caller may watch, and after which number the client now hears the topic. Null: the server cannot
   * say now (too much is asked at once, or the database does not answer); the client asks again a moment later.
   */
  watch: (topic: Topic, answer: (ok: boolean | null, position?: LivePosition) => void) => void;
  unwatch: (topic: Topic) => void;
}

type TopicRooms = {
  [Name in Topic['topic']]: (topic: Extract<Topic, { topic: Name }>) => string;
};

const topicRooms: TopicRooms = {
  hosts: () => 'topic:hosts',
  monitoring: () => 'topic:monitoring',
  host: ({ nodeId }) => `topic:host:${nodeId}`,
  applications: () => 'topic:applications',
  'application-run': ({ runId }) => `topic:application-run:${runId}`,
  nodes: ({ kind }) => `topic:nodes:${kind}`,
  'desktop-sessions': () => 'topic:desktop-sessions',
  jobs: () => 'topic:jobs',
  job: ({ jobId }) => `topic:job:${jobId}`,
  folder: ({ space, spaceId, dir }) => `topic:folder:${space}:${spaceId}:${dir}`,
  comments: ({ projectId, path }) => `topic:comments:${projectId}:${path}`,
  accounts: ({ what }) => `topic:accounts:${what}`,
  queues: () => 'topic:queues',
  backups: () => 'topic:backups',
  settings: () => 'topic:settings',
  feedback: () => 'topic:feedback',
  branding: () => 'topic:branding',
  upgrade: () => 'topic:upgrade',
};

function topicRoom<Name extends Topic['topic']>(topic: Extract<Topic, { topic: Name }>): string {
  const name: Name = topic.topic;
  return topicRooms[name](topic);
}

/** Names of Socket.IO rooms; the only place that spells them. */
export const rooms = {
  user: (userId: string): string => `user:${userId}`,
  session: (sessionId: string): string => `session:${sessionId}`,
  node: (nodeId: string): string => `node:${nodeId}`,
  /** Every connection that proved to be the node's agent, also before its hello. */
  provedAgents: (nodeId: string): string => `node:${nodeId}:proved`,
  topic: (topic: Topic): string => topicRoom(topic),
};

/** About the connection itself; pages never see it. */
export interface LiveSignals {
  /** How far these audiences are: a client that is not there asks for its state again. */
  livePosition: (positions: LivePosition[]) => void;
  /** Right after each connect: the build of the console that the server has (`/platform/info`). */
  serverBuild: (buildId: string) => void;
  /** The caller may not watch this any more: what is shown of it is to be asked for anew. */
  subscriptionRevoked: (topic: Topic) => void;
}
