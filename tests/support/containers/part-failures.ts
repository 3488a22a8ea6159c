import type { ContainerPart } from './container-part.js';

/** Ways in which a part goes and comes back. */
export interface PartFailure {
  what: string;
  begin(part: ContainerPart): Promise<void>;
  end(part: ContainerPart): Promise<void>;
}

export const killed: PartFailure = {
  what: 'killed',
  begin: (part) => part.kill(),
  end: (part) => part.start(),
};

/** As an operator stops it. */
export const stopped: PartFailure = {
  what: 'stopped',
  begin: (part) => part.stop(),
  end: (part) => part.start(),
};

/** Connections stay open, and nothing is answered. */
export const frozen: PartFailure = {
  what: 'frozen',
  begin: (part) => part.pause(),
  end: (part) => part.unpause(),
};

/** What is sent is lost, and nobody is told. */
export const cutOff: PartFailure = {
  what: 'cut off',
  begin: (part) => part.cut(),
  end: (part) => part.connect(),
};
