/** What becomes of a table that no archive holds, when rows of an archive come in. */
interface Transient {
  /** `emptied`: its rows belong to what was here before. `stays`: they are about this installation, whatever is restored into it. */
  here: 'emptied' | 'stays';
  reason: string;
}

/**
 * The tables that no archive holds; every other one is kept, a new one too. What stays is tied to no kept table by a foreign key
 * (a spec asks), and what is kept to no table of these.
 */
export const transientTables: Readonly<Record<string, Transient>> = {
  // Whoever was signed in signs in again.
  user_session: { here: 'emptied', reason: 'a restored backup brings no session' },
  sign_in_code: { here: 'emptied', reason: 'single use, over within minutes' },
  verification_code: { here: 'emptied', reason: 'single use, over within minutes' },
  fetch_ticket: { here: 'emptied', reason: 'of a session' },
  download_ticket: { here: 'emptied', reason: 'of a session' },
  share_visitor: { here: 'emptied', reason: 'its ticket is good for a day' },
  // What they stage in FILES_DIR/.staging is in no archive.
  download_package: { here: 'emptied', reason: 'its zip is in no archive' },
  download_package_entry: { here: 'emptied', reason: 'its zip is in no archive' },
  upload: { here: 'emptied', reason: 'its bytes are in no archive' },
  copy_task: { here: 'emptied', reason: 'what it staged is in no archive' },
  copy_entry: { here: 'emptied', reason: 'what it staged is in no archive' },
  // Agents say it anew when they connect.
  agent_session: { here: 'emptied', reason: 'of a connection' },
  desktop_session: { here: 'emptied', reason: 'agents report it' },
  // Of this installation and its processes.
  migrations: { here: 'stays', reason: 'says which tables are here' },
  due_work: { here: 'stays', reason: 'leases of the workers that run here' },
  cluster_listener: { here: 'stays', reason: 'of the servers that run here' },
  live_cursor: { here: 'stays', reason: 'numbers of events go on, or browsers would miss some' },
  socket_io_attachments: { here: 'stays', reason: 'events on their way between processes' },
  attempt_limit: { here: 'stays', reason: 'a restoring is no way around a limit' },
  backup: { here: 'stays', reason: 'describes the folder of backups' },
  upgrade_request: { here: 'stays', reason: 'an upgrade of this installation goes on' },
  backup_restoring: { here: 'stays', reason: 'describes what is restored here' },
};

export const isKept = (table: string): boolean => !Object.hasOwn(transientTables, table);
export const isEmptied = (table: string): boolean => transientTables[table]?.here === 'emptied';
