/** The numbers of one kind of processor. */
export interface Architecture {
  /** AUDIT_ARCH_… of linux/audit.h. */
  audit: number;
  /** Where a call's number lies in `systemCalls`. */
  column: 0 | 1;
  /** Calls from here on are those of another calling convention (x32); null where there is none. */
  foreignFrom: number | null;
}

const architectures: Record<string, Architecture> = {
  x64: { audit: 0xc000003e, column: 0, foreignFrom: 0x40000000 },
  arm64: { audit: 0xc00000b7, column: 1, foreignFrom: null },
};

/** What is known of a processor, named as Node names it; null: no filter is made for it. */
export function findArchitecture(name: string): Architecture | null {
  return Object.hasOwn(architectures, name) ? (architectures[name] ?? null) : null;
}

/** Numbers on x86_64 (asm/unistd_64.h) and aarch64 (asm-generic/unistd.h); null where there is no such call. */
export const systemCalls = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  clone: [56, 220],
  clone3: [435, 435],
  close_range: [436, 436],
  create_module: [174, null],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  get_kernel_syms: [177, null],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioperm: [173, null],
  iopl: [172, null],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_by_handle_at: [304, 265],
  openat2: [437, 437],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  perf_event_open: [298, 241],
  pivot_root: [155, 41],
  prctl: [157, 167],
  prlimit64: [302, 261],
  query_module: [178, null],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  seccomp: [317, 277],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  setns: [308, 268],
  setrlimit: [160, 164],
  settimeofday: [164, 170],
  socket: [41, 198],
  socketpair: [53, 199],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
} as const satisfies Record<string, readonly [number, number | null]>;
export type SystemCall = keyof typeof systemCalls;
