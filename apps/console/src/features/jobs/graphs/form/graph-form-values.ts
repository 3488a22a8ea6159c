import { endpoints, type EndpointInput, type GraphLink } from '@clusterdesk/contracts';
import { pathFromHome } from '../../../../shared/files/home-path.js';

/** A step as the form holds it. The form's own ids tell steps apart while their names are typed. */
export interface StepValues {
  id: string;
  key: string;
  /** The ids of the steps that it follows. */
  after: string[];
  scriptContent: string;
  cpus: number | null;
  memoryMb: number | null;
  maxMinutes: number | null;
}

/** What the form of a graph holds. */
export interface GraphFormValues {
  graphName: string;
  queueName: string;
  /** With `~` for the disk, as the shell has it. */
  workDir: string;
  steps: StepValues[];
}

/** Another step after the last one, called as none of them. */
export function nextStep(steps: readonly StepValues[]): StepValues {
  let number = steps.length + 1;
  while (steps.some(({ id, key }) => id === String(number) || key === `step${number}`)) {
    number += 1;
  }
  const last = steps.at(-1);
  return {
    ...{ id: String(number), key: `step${number}`, after: last ? [last.id] : [] },
    ...{ scriptContent: '', cpus: null, memoryMb: null, maxMinutes: null },
  };
}

/** A form begins with the least that is a graph. */
export function newGraph(): Omit<GraphFormValues, 'queueName'> {
  const first = nextStep([]);
  return { graphName: '', workDir: '~/', steps: [first, nextStep([first])] };
}

/** The steps by their names, as far as they have one; what follows a removed step does so no more. */
export function linksOf(steps: readonly Partial<StepValues>[]): GraphLink[] {
  const keyOf = new Map(steps.map(({ id, key = '' }) => [id, key.trim().normalize('NFKC')]));
  return steps.flatMap(({ id, after = [] }) => {
    const key = keyOf.get(id);
    return key ? [{ key, after: after.flatMap((one) => keyOf.get(one) || []) }] : [];
  });
}

/** The call's input: empty fields are left to the server's defaults. */
export function toGraphInput({
  graphName,
  queueName,
  workDir,
  steps,
}: GraphFormValues): EndpointInput<typeof endpoints.jobs.graphRun> {
  const dir = pathFromHome(workDir.trim());
  return {
    graphName: graphName.trim(),
    steps: linksOf(steps).map(({ key, after }, index) => {
      const { scriptContent = '', cpus, memoryMb, maxMinutes } = steps[index] ?? {};
      return {
        ...{ key, after: [...after], queueName, scriptContent },
        ...(dir && { workDir: dir }),
        ...(cpus && { cpus }),
        ...(memoryMb && { memoryMb }),
        ...(maxMinutes && { maxMinutes }),
      };
    }),
  };
}
