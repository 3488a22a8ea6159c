import type { RunKindName } from '@clusterdesk/contracts';
import type { RunPolicy, RunRef } from './run-policy.js';
import type { RunFolder } from './spool/run-folder.js';
import type { SupervisedRun } from './supervised-run.js';

/** What an agent runs: who may order it, and how it is carried out. Everything else is the same for all kinds. */
export abstract class RunKind<Command, Spec> {
  abstract readonly name: RunKindName;
  /** The folder of its spool in the folder of the agent's state. */
  abstract readonly spoolName: string;
  /** Ends that the next agent remembers, too, after the server has heard of them. */
  readonly rememberedEnds: number = 0;
  /** The runs that are not over; the runner sets it. */
  going: () => readonly SupervisedRun<Spec>[] = () => [];

  abstract refOf(command: Command): RunRef;
  abstract folder(spoolDir: string, id: string): RunFolder<Spec>;
  /** @throws RunRefusedError for what could not be started */
  abstract check(command: Command): Promise<void>;
  /**
   * What is stored when a command is accepted; called for one after the other, so that each sees those before it.
   * @throws RunRefusedError
   */
  abstract accept(command: Command): { spec: Spec; script?: string };
  /** Called when the agent begins to look after a run. */
  abstract policyOf(folder: RunFolder<Spec>, spec: Spec): RunPolicy;

  /** Called when runs are over or gone, and when those of the spool are known. */
  changed(): void {
    return;
  }

  /** The agent ends. */
  async close(): Promise<void> {
    await Promise.resolve();
  }
}
