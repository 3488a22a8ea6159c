import type { z } from 'zod';
import type { Permission } from './permissions.js';

/**
 * Who may call an endpoint. `public`: anyone; `signedIn`: any user; `ticket`: the unguessable token in the URL is the right;
 * `anyPermission`: a user with at least one of these permissions; system administrators have all.
 * What belongs to somebody (a disk, a job) is checked against its owner by the feature as well.
 */
export type Access =
  'public' | 'signedIn' | 'ticket' | { readonly anyPermission: readonly Permission[] };

/** The platform's features; an endpoint's feature is also its `logModel` in the audit log. */
export type Feature =
  | 'audit'
  | 'notifications'
  | 'uploads'
  | 'downloads'
  | 'copies'
  | 'users'
  | 'sessions'
  | 'account'
  | 'disk'
  | 'projects'
  | 'shares'
  | 'approvals'
  | 'cluster'
  | 'jobs'
  | 'workbench'
  | 'operations'
  | 'backups';

/**
 * Which calls of one user wait for each other, so that one user's calls cannot hold up everybody else's. Unless it is declared, a call
 * is a `look`, or a `change` when it is audited: some run at once. Those that cost more have few turns: a `list` that may be long, a `search`, a `measure` of
 * what a folder or a file holds, the `content` of an application, `folders` by the thousand, an `export`, an `import`. `wait`: the
 * call is mostly waiting for a task.
 */
export type Turn =
  | 'look'
  | 'change'
  | 'list'
  | 'search'
  | 'measure'
  | 'content'
  | 'folders'
  | 'export'
  | 'import'
  | 'wait';

/** One call of `/api`, declared once; route, client, access rule, audit line, OpenAPI page and contract test derive from it. */
export interface Endpoint<
  Input extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly feature: Feature;
  readonly method: 'GET' | 'POST';
  /** Below `/api`; `:name` marks a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** A user whose password must be changed may call it: the change, and what its page needs. */
  readonly beforePasswordChange?: boolean;
  /**
   * Whether a session that a code opened for one target may call it: `always`, or where the target may reach its user's files.
   * Absent: never.
   */
  readonly inTargetSession?: 'always' | 'files';
  /** Whether a call leaves a row in the audit log: every call that changes something does (contract: Logs). */
  readonly audited: boolean;
  /** Parameters that the row of the log carries where no service names more; never a secret. */
  readonly logged?: readonly string[];
  readonly turn?: Turn;
  readonly input: Input;
  readonly result: Result;
  /** The input field that a bare JSON array in the body stands for (the documented "body list of paths"). */
  readonly listBody?: string;
  /** `file`: multipart with one small file in the field `file`. `stream`: multipart of any size, which the feature reads itself. */
  readonly upload?: 'file' | 'stream';
  /** `raw`: plain HTTP (status codes, bytes) in place of the envelope; file transfer and health only. */
  readonly transport?: 'envelope' | 'raw';
}

/** What the caller passes: before defaults and coercion. */
export type EndpointInput<E extends Endpoint> = z.input<E['input']>;
/** What the server works with: after defaults and coercion. */
export type EndpointParams<E extends Endpoint> = z.output<E['input']>;
/** What the caller works with. */
export type EndpointResult<E extends Endpoint> = z.output<E['result']>;

/** What the server sends: on the wire some names are spelled as in the specification, and read with the right spelling. */
export type EndpointAnswer<E extends Endpoint> = z.input<E['result']>;

/** Declares an endpoint, keeping the types of its schemas, its path and whether it is audited. */
export function defineEndpoint<
  Input extends z.ZodType,
  Result extends z.ZodType,
  const Path extends string,
  const Audited extends boolean,
>(
  endpoint: Endpoint<Input, Result> & { readonly path: Path; readonly audited: Audited },
): Endpoint<Input, Result> & { readonly path: Path; readonly audited: Audited } {
  return endpoint;
}
