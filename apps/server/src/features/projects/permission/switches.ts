import {
  defaultFilePermission,
  projectClasses,
  projectRights,
  type FilePermission,
  type ProjectClass,
  type ProjectRight,
} from '@clusterdesk/contracts';

/** The nine as they are stored: one bit each. */
export type Switches = number;

const bits = new Map(
  projectClasses.flatMap((of, row) =>
    projectRights.map((right, column) => [`${of}.${right}`, 1 << (row * 3 + column)] as const),
  ),
);

/**
 * Stored beside the nine, where a sealed job writes: nobody but managers puts entries there, or what the job writes into an entry of
 * another would have the rights of that. Saving the nine keeps it.
 */
export const closedToAdding: Switches = 1 << 9;

/** Whether a switch is on. */
export function isOn(switches: Switches, of: ProjectClass, right: ProjectRight): boolean {
  return (switches & bitOf(of, right)) !== 0;
}

/** The one bit of a switch. */
export function bitOf(of: ProjectClass, right: ProjectRight): Switches {
  return bits.get(`${of}.${right}`) ?? 0;
}

/** The spelling of a switch on the wire. */
function wireName(of: ProjectClass, right: ProjectRight): keyof FilePermission {
  const capital = { view: 'View', edit: 'Edit', download: 'Download' } as const;
  return `${of}${capital[right]}`;
}

/** From the wire to what is stored. */
export function toSwitches(permission: FilePermission): Switches {
  let switches = 0;
  for (const of of projectClasses) {
    for (const right of projectRights) {
      if (permission[wireName(of, right)]) {
        switches |= bitOf(of, right);
      }
    }
  }
  return switches;
}

/** From what is stored to the wire. */
export function toFilePermission(switches: Switches): FilePermission {
  const permission = { ...defaultFilePermission };
  for (const of of projectClasses) {
    for (const right of projectRights) {
      permission[wireName(of, right)] = isOn(switches, of, right);
    }
  }
  return permission;
}

/** What holds where nothing was saved. */
export const defaultSwitches: Switches = toSwitches(defaultFilePermission);

/** Whether a class may download by these switches, which takes the right to view. */
export function downloads(switches: Switches, of: ProjectClass): boolean {
  return isOn(switches, of, 'view') && isOn(switches, of, 'download');
}

/** Whether a class may download by the new switches and could not by the old ones. */
export function giveMoreDownloads(before: Switches, after: Switches): boolean {
  return projectClasses.some((of) => downloads(after, of) && !downloads(before, of));
}
