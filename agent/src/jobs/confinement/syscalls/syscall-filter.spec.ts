import { describe, expect, it } from '@jest/globals';
import { buildSyscallFilter } from './syscall-filter.js';
import { findArchitecture, type SystemCall, systemCalls } from './system-calls.js';

const [allowed, done, eperm, enosys] = [0x7fff0000, 0x00050000, 0x00050001, 0x00050026];

/** What the kernel would answer: runs the filter over one `struct seccomp_data`. */
function run(filter: Buffer, audit: number, call: number, ...args: (number | bigint)[]): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call >>> 0, 0);
  data.writeUInt32LE(audit, 4);
  args.forEach((arg, index) => {
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(arg)), 16 + 8 * index);
  });
  let value = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const operand = filter.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean): number => filter.readUInt8(at * 8 + (isTrue ? 2 : 3));
    switch (code) {
      case 0x20:
        value = data.readUInt32LE(operand);
        break;
      case 0x15:
        at += jump(value === operand);
        break;
      case 0x35:
        at += jump(value >= operand);
        break;
      case 0x45:
        at += jump((value & operand) !== 0);
        break;
      case 0x06:
        return operand;
      default:
        throw new Error(`unknown instruction ${String(code)}`);
    }
  }
  throw new Error('the filter ends without an answer');
}

describe.each(['x64', 'arm64'])('the filter of system calls for %s', (name) => {
  const architecture = findArchitecture(name)!;
  const filter = buildSyscallFilter(architecture, { allowsUserNamespaces: false });
  const open = buildSyscallFilter(architecture, { allowsUserNamespaces: true });
  const numberOf = (call: SystemCall): number | null => systemCalls[call][architecture.column];
  const ask = (which: Buffer, call: SystemCall, ...args: (number | bigint)[]): number => {
    return run(which, architecture.audit, numberOf(call) ?? -1, ...args);
  };

  it('lets what is not named pass', () => {
    for (const call of [0, 1, 57, 231, 400, 500]) {
      expect(run(filter, architecture.audit, call)).toBe(allowed);
    }
  });

  it('knows no call of another convention', () => {
    expect(run(filter, 0x40000003, 1)).toBe(enosys);
    if (architecture.foreignFrom !== null) {
      expect(run(filter, architecture.audit, architecture.foreignFrom + 1)).toBe(enosys);
      expect(run(filter, architecture.audit, 0xffffffff)).toBe(enosys);
    }
  });

  it.each([
    'keyctl',
    'bpf',
    'io_uring_setup',
    'open_by_handle_at',
    'kexec_load',
    'perf_event_open',
  ] as const)('refuses %s, even with user namespaces', (call) => {
    expect(ask(filter, call)).toBe(eperm);
    expect(ask(open, call)).toBe(eperm);
  });

  it('refuses mounts and new namespaces unless user namespaces are allowed', () => {
    for (const call of ['mount', 'umount2', 'setns', 'mount_setattr', 'open_tree'] as const) {
      expect([ask(filter, call), ask(open, call)]).toEqual([eperm, allowed]);
    }
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000]) {
      expect([ask(filter, 'clone', flag | 17), ask(open, 'clone', flag | 17)]).toEqual([
        eperm,
        allowed,
      ]);
      expect(ask(filter, 'unshare', flag)).toBe(eperm);
    }
    expect(ask(filter, 'clone', 0x40000000)).toBe(eperm);
    expect([ask(filter, 'clone3'), ask(open, 'clone3')]).toEqual([enosys, allowed]);
  });

  it('leaves threads and processes alone', () => {
    // What the C library asks for a thread and for a process.
    expect(ask(filter, 'clone', 0x3d0f00)).toBe(allowed);
    expect(ask(filter, 'clone', 0x1200011)).toBe(allowed);
    expect(ask(filter, 'unshare', 0x400)).toBe(allowed);
    expect(ask(filter, 'unshare', 0x80)).toBe(eperm);
  });

  it('opens sockets of four families', () => {
    const passing = Array.from({ length: 50 }, (_, family) => family).filter(
      (family) => ask(filter, 'socket', family) === allowed,
    );
    expect(passing).toEqual([1, 2, 10, 16]);
    expect(ask(filter, 'socket', 17)).toBe(eperm);
    expect(ask(filter, 'socketpair', 1)).toBe(allowed);
  });

  it('says that the limit of core dumps is set, and leaves it as it is', () => {
    const [core, files, pointer] = [4, 7, 0x7fff_0000_0000n];
    expect(ask(filter, 'setrlimit', core, pointer)).toBe(done);
    expect(ask(filter, 'setrlimit', files, pointer)).toBe(allowed);
    for (const limit of [pointer, 0x1000n]) {
      expect(ask(filter, 'prlimit64', 0, core, limit)).toBe(done);
      expect(ask(filter, 'prlimit64', 0, files, limit)).toBe(allowed);
    }
    expect(ask(filter, 'prlimit64', 0, core, 0, pointer)).toBe(allowed);
    expect(ask(filter, 'prlimit64', 4, 0, pointer)).toBe(allowed);
  });
});

describe('a processor whose calls are not known', () => {
  it('gets no filter', () => {
    expect(findArchitecture('mips')).toBeNull();
    expect(findArchitecture('constructor')).toBeNull();
  });
});
