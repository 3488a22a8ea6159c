import type { StartedNetwork, StartedTestContainer } from 'testcontainers';
import { waitFor } from '../wait-for.js';
import { useEngine } from './engine.js';

/** What a part is, as its platform knows it. */
export interface PartDescription {
  /** As the others reach it: its name in the network. */
  name: string;
  network: StartedNetwork;
  /** Where it is asked whether it works, or null: it cannot be asked from here. */
  readyUrl: string | null;
}

/** One container of a platform, and what a test does to it. The engine does it: nothing inside is asked. */
export class ContainerPart {
  readonly name: string;

  constructor(
    private readonly container: StartedTestContainer,
    private readonly description: PartDescription,
  ) {
    this.name = description.name;
  }

  /** kill -9, or another signal; resolves when it has ended, or at once after a signal that does not end it. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGHUP' = 'SIGKILL'): Promise<void> {
    const handle = await this.handle();
    await handle.kill({ signal });
    if (signal === 'SIGKILL') {
      await handle.wait();
    }
  }

  /** Stops it as an operator does: asks, waits for so long, and kills. @param seconds how long it is given */
  async stop(seconds = 20): Promise<void> {
    await (await this.handle()).stop({ t: seconds });
  }

  /** Starts it after an end; it keeps its ports and its files. Waits until it is ready where it can be asked. */
  async start(): Promise<void> {
    await (await this.handle()).start();
    await this.waitUntilReady();
  }

  async restart(seconds = 20): Promise<void> {
    await this.stop(seconds);
    await this.start();
  }

  /** It stands still, as a machine does that hangs: its connections stay open, and nothing is answered. */
  async pause(): Promise<void> {
    await (await this.handle()).pause();
  }

  async unpause(): Promise<void> {
    await (await this.handle()).unpause();
  }

  /** Pulls the cable to the other parts: nobody is told, and what is sent is lost. From here it can still be asked. */
  async cut(): Promise<void> {
    const network = (await useEngine()).getNetwork(this.description.network.getId());
    await network.disconnect({ Container: this.container.getId(), Force: true });
  }

  /** Puts the cable back. @param name it answers to this name; default: its own */
  async connect(name = this.name): Promise<void> {
    const network = (await useEngine()).getNetwork(this.description.network.getId());
    await network.connect({
      Container: this.container.getId(),
      EndpointConfig: { Aliases: [name] },
    });
  }

  /** Runs a program in it. @returns what it printed, on both streams; throws unless it ends with 0 */
  async exec(command: string[], options: { user?: string } = {}): Promise<string> {
    const { exitCode, output } = await this.container.exec(command, options);
    if (exitCode !== 0) {
      throw new Error(`${command.join(' ')} ended with ${exitCode} in ${this.name}: ${output}`);
    }
    return output;
  }

  async isRunning(): Promise<boolean> {
    return (await (await this.handle()).inspect()).State.Running;
  }

  /** When its process began: the same as long as it has not ended. */
  async startedAt(): Promise<string> {
    return (await (await this.handle()).inspect()).State.StartedAt;
  }

  /** The end of what it printed. */
  async readLog(lines = 40): Promise<string> {
    const text = await (await this.handle()).logs({ stdout: true, stderr: true, tail: lines });
    return textOf(text);
  }

  async isReady(): Promise<boolean> {
    const { readyUrl } = this.description;
    if (readyUrl === null) {
      return this.isRunning();
    }
    const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  }

  waitUntilReady(timeoutMs = 120_000): Promise<unknown> {
    return waitFor(`${this.name} to be ready`, () => this.isReady(), timeoutMs, 100);
  }

  async remove(): Promise<void> {
    await (await this.handle()).remove({ force: true, v: true });
  }

  private async handle() {
    return (await useEngine()).getContainer(this.container.getId());
  }
}

/** Of the engine's frames: which stream (1 byte), nothing (3), how long (4), and so much of what was printed. */
function textOf(frames: Buffer): string {
  let text = '';
  for (let at = 0; at + 8 <= frames.length;) {
    const end = at + 8 + frames.readUInt32BE(at + 4);
    text += frames.toString('utf8', at + 8, end);
    at = end;
  }
  return text;
}

/** A part with an address that tests call. */
export class AddressedPart extends ContainerPart {
  constructor(
    container: StartedTestContainer,
    description: PartDescription,
    /** As this host reaches it. */
    readonly url: string,
  ) {
    super(container, description);
  }
}
