import type { MetricReport } from '@clusterdesk/contracts';

/** What is told with a report now and then, once to each server that greets the agent. */
export interface RareWords {
  /** Looks when it is time. Called with each sample; never rejects. */
  takeWhenDue(): Promise<void>;
  /** What is to be told, and who hears that the server has it; null: nothing. */
  untold(): { words: Partial<MetricReport>; noteTold: () => void } | null;
  /** Another server may listen, or the same one may have forgotten it. */
  tellAgain(): void;
}
