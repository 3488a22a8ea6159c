import { limits } from '@clusterdesk/contracts';

/** Changes to some figures of some groups. */
export type TimingChanges = {
  readonly [Group in keyof Timings]?: { readonly [Figure in keyof Timings[Group]]?: number };
};

/**
 * How long the platform waits and how often it looks, milliseconds: the figures that a test would otherwise sit out. Whoever needs
 * one is given this value; nothing else changes it (docs/decisions/timings-are-injected.md).
 */
export class Timings {
  /**
   * How long anything that asks PostgreSQL may take. A caller that finds it away waits at most for a connection and then for
   * one answer, together less than the 10 s after which nothing may still be silent.
   */
  readonly database = {
    /** For a connection: a new one, or one that another call returns to the pool. */
    connectMs: 3_000,
    /** For a statement, ended by PostgreSQL itself. Maintenance raises it for itself: `withStatementTimeout`. */
    statementMs: 5_000,
    /** For a lock of a row, a table or an advisory lock, within the statement's time. */
    lockMs: 4_000,
    /** For a transaction that does nothing: it holds locks and a connection of the pool. */
    idleInTransactionMs: 15_000,
    /** For any answer of PostgreSQL; longer than a statement, so that it speaks only when PostgreSQL cannot. */
    answerMs: 6_500,
    /** What was done and could not be written is tried again this often. */
    storeLateMs: 2_000,
  };

  /** Live events, and what the processes of a cluster tell each other of them. */
  readonly realtime = {
    /** The others have reported what their browsers watch within this time; until then anything may be watched. */
    othersAnswerMs: 2_000,
    /** A socket whose first position could not be told is told this much later, more or less. */
    positionRetryMs: 1_000,
  };

  /** Background tasks and their queues. */
  readonly tasks = {
    /** For adding a task that no due work would find; its caller has an answer to give. */
    addMs: 5_000,
    /**
     * For adding a task that due work finds as well. Together with the row of the log, whose connection may stand still too,
     * less than the 10 s within which a call is answered.
     */
    hintMs: 2_000,
    /** For the queues to answer at the start. */
    openMs: 10_000,
    /** For a command of a queue in Redis, and for a connection to it. */
    commandMs: 5_000,
    /** A task whose worker was killed is taken up by another after this long. */
    lockMs: 10_000,
    /** A task that this version does not know comes again after this time. */
    comeAgainMs: 2_000,
    /** How often due work is looked for: what is committed and never queued is found within 15 s. */
    dueWorkMs: 10_000,
    /** A run that has not renewed the lease in its row for this time is taken for dead. */
    leaseMs: 10_000,
  };

  /** Work on somebody's right, and what each process remembers. */
  readonly rights = {
    /** A broadcast can be lost while PostgreSQL or Redis is away: running work is asked again this often. */
    runningWorkMs: 10_000,
    /** Sockets of users whose validity has passed are found within this time. */
    socketsMs: 20_000,
    /** A changed setting is told to all processes; one that was cut off learns of it within this time. */
    settingKeptMs: 5_000,
  };

  /** Looks at the health of the platform. */
  readonly health = {
    /** A part that has not answered by then is unknown. */
    answerMs: 3_000,
    /** Pages and gauges that ask again within this time are told the same. */
    keptMs: 5_000,
  };

  /** Copies and packages: a worker makes them while a user waits. */
  readonly runs = {
    /** A call that waits for one looks at its row this often; of many such calls of one user each looks less often. */
    lookMs: 250,
    /** How far one is is written and told this often, at most. */
    progressMs: 250,
    /** Its row is touched this often even when nothing moves: nobody takes the run for dead, and it hears that it was cancelled. */
    heartbeatMs: 500,
  };

  /** Backups: nobody waits for one, but it is cancelled within a second. */
  readonly backups = {
    /** How far one is is written and told this often, at most. */
    progressMs: 500,
    /** Its row is touched this often even when nothing moves. */
    heartbeatMs: 500,
    /** How often the free space of its folder is looked at. */
    roomMs: 1_000,
  };

  /** The disk of the users' files, and uploads onto it. */
  readonly files = {
    /** How often the ballast of the disk is looked after. */
    ballastMs: 1_000,
    /** The other windows of a user hear of the progress of one upload this often, at most. */
    uploadProgressMs: 250,
    /** How long a call that shows what a space keeps waits for the first measuring. */
    firstMeasuringMs: 2_000,
    /** How long a call of an upload waits for the one before it to let go. */
    uploadLockMs: 10_000,
    /** A holder of an upload's lock in another process is asked again after this time: it may have changed. */
    askHolderAgainMs: 1_000,
  };

  /** Nodes and their agents. */
  readonly nodes = {
    /** A node that has not reported for this time is offline. */
    silenceMs: limits.agentSilenceMs,
    /** Silent nodes are looked for this often; with `silenceMs` a node is offline within 10 s of its last report. */
    lookMs: 2_000,
    /** Each server records this often that it listens to agents. */
    listenMs: 20_000,
    /** A node that comes and goes is told of once in this time at most. */
    tellMs: 3_000,
    /** News are gathered this long: a hundred agents that come at once are one event, and so is a node that comes and goes. */
    newsMs: 1_000,
    /** Reports of agents are gathered this long, to be stored and shown together. */
    reportsMs: 1_000,
    /** From the first packet of a connection until its agent has proved itself; an agent answers at once. */
    proveMs: 10_000,
    /** An agent that is there answers a command well within this time. */
    commandMs: 5_000,
    /** A node's reports about its desktop sessions are stored at most this often. */
    sessionsRestMs: 2_000,
    /** Ending sessions takes 5 s where their processes ignore TERM, and a check after that. */
    closeSessionsMs: 12_000,
    /** Changes of applications are published at most this often: many nodes finish together. */
    applicationsMs: 1_000,
    /** New output of one run of an application is published at most this often. */
    applicationOutputMs: 250,
  };

  /** Jobs of users. */
  readonly jobs = {
    /** New output of one job is published at most this often. */
    outputMs: 250,
    /** The load of queues is read once for all requests within this time, and so is when their jobs are likely to start. */
    loadsMs: 1_000,
    /** Slurm is asked about its open jobs this often, and their output is read. */
    slurmPollMs: 2_000,
    /** For a command of Slurm; without its controller its programs give up by themselves after 10 s. */
    slurmCommandMs: 20_000,
    /** After this long, more than a command takes, a submission without an answer is looked for in Slurm, and repeated if it is not there. */
    slurmSettleMs: 30_000,
    /** A file whose time is this much before a job's start or after its end may still be the job's: clocks of hosts and file servers differ. */
    fileClockMs: 2_000,
    /** What a job left is looked at this long after its end, at the earliest: longer than those clocks differ. */
    resultsMs: 3_000,
    /** How long a call waits for Slurm to tell its partitions and nodes. */
    slurmListMs: 5_000,
  };

  constructor(changes: TimingChanges = {}) {
    const changed = new Map<string, object>(Object.entries(changes));
    const groups = new Map<string, object>(Object.entries(this));
    for (const [name, figures] of groups) {
      Object.freeze(Object.assign(figures, changed.get(name)));
    }
  }
}
