import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * Numbers per name in an answer: the kind, the size in bytes, the time of change in ms, and when it was made, in ms; where the filesystem
 * does not know that, when anything of it changed.
 */
export const factsPerName = 4;
/** The first fact. */
export const statKinds = { none: 0, file: 1, folder: 2 } as const;

/** A thread answers a chunk within some milliseconds, so that lists asked for at the same time take turns. */
const chunkNames = 1024;
const threadCount = Math.min(4, Math.max(2, availableParallelism()));

/** What the threads run, in a file of its own: the build makes it an entry (rolldown.config.mjs). */
const program = new URL('./stat-worker.mjs', import.meta.url);

interface EnvelopeResult {
  id: number;
  facts?: Float64Array;
  code?: string;
  message?: string;
}

interface Waiting {
  resolve: (facts: Float64Array) => void;
  reject: (error: Error) => void;
}

/**
 * One of the threads that ask for thousands of entries at once: Node's own asynchronous lstat costs the event loop more than the system
 * call takes, and keeps its four threads from everybody else. Started when it is first needed, and again after it ended.
 */
class StatThread {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 0;

  ask(base: string, names: readonly string[]): Promise<Float64Array> {
    const worker = (this.worker ??= this.start());
    const id = (this.nextId += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, base, names: names.join('\0') });
    });
  }

  private start(): Worker {
    const worker = new Worker(program, { workerData: { factsPerName, statKinds } });
    worker.on('message', (answer: EnvelopeResult) => this.take(answer));
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => this.fail(new Error('A thread that reads folders has ended.')));
    // After the listeners, since one for messages keeps the process from ending again.
    worker.unref();
    return worker;
  }

  private take({ id, facts, code, message }: EnvelopeResult): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (facts) {
      waiting?.resolve(facts);
    } else {
      waiting?.reject(Object.assign(new Error(message), { code }));
    }
  }

  private fail(error: Error): void {
    this.worker = null;
    for (const { reject } of this.waiting.values()) {
      reject(error);
    }
    this.waiting.clear();
  }
}

const threads = Array.from({ length: threadCount }, () => new StatThread());
let turn = 0;

/**
 * Asks what these names are in a folder given by the path of its open descriptor, which must stay open until the answer
 * (also a failed one) is there. Facts come chunk by chunk in the names' order.
 */
export async function statMany(
  base: string,
  names: readonly string[],
): Promise<{ names: readonly string[]; facts: Float64Array }[]> {
  const asked = [];
  for (let start = 0; start < names.length; start += chunkNames) {
    const chunk = names.slice(start, start + chunkNames);
    turn = (turn + 1) % threads.length;
    asked.push(threads[turn]?.ask(base, chunk).then((facts) => ({ names: chunk, facts })));
  }
  const outcomes = await Promise.allSettled(asked);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'rejected') {
      throw outcome.reason;
    }
    return outcome.value ?? [];
  });
}
