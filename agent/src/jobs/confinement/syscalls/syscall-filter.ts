import { type Architecture, type SystemCall, systemCalls } from './system-calls.js';

/** Keys of the kernel, its clock, modules, swap, tracing and other doors to it that no script of a user needs. */
const refusedCalls: SystemCall[] = [
  ...(['keyctl', 'add_key', 'request_key'] as const),
  ...(['bpf', 'perf_event_open', 'userfaultfd'] as const),
  ...(['io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const),
  ...(['kexec_load', 'kexec_file_load', 'reboot', 'swapon', 'swapoff', 'acct'] as const),
  ...(['init_module', 'finit_module', 'delete_module'] as const),
  ...(['create_module', 'query_module', 'get_kernel_syms'] as const),
  ...(['open_by_handle_at', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup'] as const),
  ...(['iopl', 'ioperm', 'sethostname', 'setdomainname'] as const),
  ...(['clock_settime', 'clock_adjtime', 'settimeofday', 'adjtimex'] as const),
];

/** What makes and changes namespaces and mounts; a job that may have user namespaces needs them. */
const namespaceCalls: SystemCall[] = [
  ...(['mount', 'umount2', 'pivot_root', 'move_mount', 'open_tree', 'open_tree_attr'] as const),
  ...(['fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr', 'setns'] as const),
];

/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET. */
const newNamespaceFlags = 0x7e020000;
/** CLONE_NEWTIME, which `clone` cannot ask for: there the bit belongs to the signal. */
const newTimeFlag = 0x80;

/** Families of sockets that a job may open: AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. */
const socketFamilies = [1, 2, 10, 16];

/** RLIMIT_CORE of setrlimit(2). */
const coreLimit = 4;

/** `NONE`: the call returns 0 and has done nothing. */
const errors = { NONE: 0, EPERM: 1, ENOSYS: 38 } as const;

/** Offsets in struct seccomp_data; an argument's low half comes first on both architectures. */
const dataAt = {
  ...({ call: 0, architecture: 4, firstArgument: 16, secondArgument: 24 } as const),
  ...({ thirdArgument: 32, thirdArgumentHigh: 36 } as const),
} as const;

/** Classic BPF, linux/bpf_common.h. */
const opcode = { load: 0x20, jumpEqual: 0x15, jumpAtLeast: 0x35, jumpSet: 0x45, return: 0x06 };

/** One instruction: jumps say how many instructions are left out. */
type Instruction = [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [opcode.load, 0, 0, offset];
const allow: Instruction = [opcode.return, 0, 0, 0x7fff0000];
const fail = (error: keyof typeof errors): Instruction => [
  ...([opcode.return, 0, 0] as const),
  0x00050000 | errors[error],
];

/** Whether jobs may make user namespaces (Apptainer, rootless containers). */
export interface FilterOptions {
  allowsUserNamespaces: boolean;
}

/**
 * The filter of a job's system calls, as seccomp(2) takes it: an array of `struct sock_filter`. What it does not name is allowed.
 * A call by another calling convention (i386, x32) does not exist, for its numbers would pass unread.
 */
export function buildSyscallFilter(
  architecture: Architecture,
  { allowsUserNamespaces }: FilterOptions,
): Buffer {
  const refused = [...refusedCalls, ...(allowsUserNamespaces ? [] : namespaceCalls)];
  return encode([
    load(dataAt.architecture),
    [opcode.jumpEqual, 1, 0, architecture.audit],
    fail('ENOSYS'),
    load(dataAt.call),
    ...(architecture.foreignFrom === null
      ? []
      : [[opcode.jumpAtLeast, 0, 1, architecture.foreignFrom] as Instruction, fail('ENOSYS')]),
    ...refused.flatMap((call) => on(architecture, call, [fail('EPERM')])),
    ...(allowsUserNamespaces ? [] : namespaceRules(architecture)),
    ...on(architecture, 'socket', familyRule),
    ...on(architecture, 'socketpair', familyRule),
    ...on(architecture, 'setrlimit', coreRule),
    ...on(architecture, 'prlimit64', corePointerRule),
    allow,
  ]);
}

/** `clone3` hides its flags behind a pointer; without it libraries use `clone`. */
function namespaceRules(architecture: Architecture): Instruction[] {
  const refuseFlags = (flags: number): Instruction[] => [
    load(dataAt.firstArgument),
    [opcode.jumpSet, 0, 1, flags],
    fail('EPERM'),
    allow,
  ];
  return [
    ...on(architecture, 'clone3', [fail('ENOSYS')]),
    ...on(architecture, 'clone', refuseFlags(newNamespaceFlags)),
    ...on(architecture, 'unshare', refuseFlags(newNamespaceFlags | newTimeFlag)),
  ];
}

const familyRule: Instruction[] = [
  load(dataAt.firstArgument),
  ...socketFamilies.map((family, index): Instruction => {
    return [opcode.jumpEqual, socketFamilies.length - index, 0, family];
  }),
  fail('EPERM'),
  allow,
];

/**
 * The limit that keeps crashes from the host (`withoutCoreDumps`) is not lowered to 0 either, which would be none. Scripts and
 * programs with secrets do that, and some end when it is refused: so they are told that it is done.
 */
const coreRule: Instruction[] = [
  load(dataAt.firstArgument),
  [opcode.jumpEqual, 0, 1, coreLimit],
  fail('NONE'),
  allow,
];

/** `prlimit64` with no new limit only reads. */
const corePointerRule: Instruction[] = [
  load(dataAt.secondArgument),
  [opcode.jumpEqual, 1, 0, coreLimit],
  allow,
  load(dataAt.thirdArgument),
  [opcode.jumpEqual, 0, 2, 0],
  load(dataAt.thirdArgumentHigh),
  [opcode.jumpEqual, 1, 0, 0],
  fail('NONE'),
  allow,
];

/** What to do for one call; every way through `rule` must return. Nothing where the architecture has no such call. */
function on(architecture: Architecture, call: SystemCall, rule: Instruction[]): Instruction[] {
  const number = systemCalls[call][architecture.column];
  return number === null ? [] : [[opcode.jumpEqual, 0, rule.length, number], ...rule];
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, ifTrue, ifFalse, operand], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4);
  });
  return bytes;
}
