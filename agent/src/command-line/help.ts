/** What `agent --help` prints. A spec keeps the names of the settings the same here, in config.ts and in the README. */
export const helpText = `ClusterDesk agent: reports a host's load and desktop sessions to the platform and runs the jobs of its users.
It opens no port: it makes one connection, to AGENT_SERVER, and heeds nobody else.

Usage: node agent.cjs [--once | --version | --help]

  --once         print as JSON what would be reported of this host, and end: connects nowhere, writes nothing,
                 needs neither server nor token. "problems" are what a start with these settings is refused for
  -v, --version  print the version
  -h, --help     print this

Settings (environment variables; the default in brackets):

  AGENT_SERVER               address of the platform, http or https (required)
  AGENT_CA_FILE              absolute path of certificates, PEM, that are trusted beside Node's own (none)
  AGENT_TOKEN                enrolment token; not needed any more once the node is enrolled (none)
  AGENT_TOKEN_FILE           absolute path of a file with the token instead, open to its owner alone; the agent
                             removes it when the node is enrolled (none)
  AGENT_STATE_DIR            credentials and spool (/var/lib/clusterdesk-agent)
  AGENT_ALLOW                what the platform may have of this host (metrics,sessions,jobs,applications)
  AGENT_SIGN_IN_SOCKET       Unix socket at which a desktop's sign-in program redeems codes (none)
  AGENT_HOSTNAME             the name to report (the host's)

 Jobs:
  AGENT_FILES_ROOT           folders directly below which the homes of users lie, colons between;
                             without it no jobs are taken (none)
  AGENT_PROJECTS_ROOT        folders directly below which projects lie, colons between; only a root agent shows jobs
                             anything of them (none)
  AGENT_HIDDEN_DIRS          further folders that no job sees, colons between (none)
  AGENT_RUN_AS               shared: jobs as accounts of the agent's choice; mapped: as the account with the
                             user's name, root agent only (shared)
  AGENT_SERVICE_USER         account that users' files belong to; a root agent with jobs needs it (none)
  AGENT_SERVICE_UID          the same by number, together with AGENT_SERVICE_GID (none)
  AGENT_SERVICE_GID          see AGENT_SERVICE_UID (none)
  AGENT_JOB_UIDS             uids and gids for the jobs of a root agent (1900000000-1900099999)
  AGENT_JOB_SOCKETS          Unix sockets of the host that jobs may use, colons between, or none
                             (/var/lib/sss/pipes)
  AGENT_JOB_DEVICES          devices that jobs may use, commas between, or none
                             (those of /dev/nvidia*, /dev/dri, /dev/kfd, /dev/infiniband that are there)
  AGENT_JOB_SCRATCH_MB       what a job may hold in /tmp and other folders in memory, MiB (a quarter of its memory
                             limit, 1024 where it has none)
  AGENT_JOB_USER_NAMESPACES  let jobs make user namespaces (false)
  AGENT_JOB_MEMORY           what a job may hold: share, all, or bytes such as 4G (share)
  AGENT_JOB_PROCESSES        processes and threads of one job (512, and 256 more for each of its processors)
  AGENT_ALLOW_UNCONFINED     take jobs although they cannot be confined here (false)
  AGENT_ALLOW_HOST_NETWORK   let jobs use the host's network where they cannot have their own (false)
  AGENT_STOP_JOBS_ON_EXIT    end the jobs with the agent instead of leaving them to the next one (false)

Files:

  AGENT_STATE_DIR/credentials.json  who this node is, and its secret; delete it to enrol anew
  AGENT_STATE_DIR/jobs/             a folder for each job that the platform has not released yet
  AGENT_STATE_DIR/protections.json  what jobs are kept from here, as tried at the last start
  /etc/clusterdesk-agent/agent.env  the settings of the service that install.sh makes; token beside it
                                    until the node is enrolled

Exit codes: 0 ended as asked, 1 failed, 2 wrong settings or options.
`;
