const allConnections = 100;

/** How many of them the service role may have: the launcher gets in whatever its processes do. */
export const serviceConnections = 90;

/** Memory of one small machine: no parallel query, no helper process that nothing here needs. */
const small: Record<string, string> = {
  shared_buffers: '32MB',
  max_connections: String(allConnections),
  max_wal_size: '256MB',
  huge_pages: 'off',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  max_wal_senders: '0',
  // Not `minimal`: a sequence made and used in one transaction (BullMQ does) would, after a crash, give numbers twice.
  wal_level: 'replica',
};

/**
 * Nothing waits for ever. Sessions may set shorter limits of their own; these end transactions that a process forgot, and sessions
 * whose client vanished without closing its connection.
 */
const deadlines: Record<string, string> = {
  authentication_timeout: '10s',
  idle_in_transaction_session_timeout: '5min',
  tcp_keepalives_idle: '60',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '6',
  // A statement whose client has gone is ended, however long it would run.
  client_connection_check_interval: '10s',
};

/**
 * Few wake-ups while nothing happens. None of these changes what is safe after a crash: each commit is flushed by the session
 * that commits (synchronous_commit is on), whatever the background processes do.
 */
const idle: Record<string, string> = {
  wal_writer_delay: '2s',
  bgwriter_delay: '1s',
  autovacuum_naptime: '3min',
  checkpoint_timeout: '15min',
};

/** Settings of the embedded PostgreSQL. */
export const databaseSettings: Readonly<Record<string, string>> = {
  ...small,
  ...deadlines,
  ...idle,
};
