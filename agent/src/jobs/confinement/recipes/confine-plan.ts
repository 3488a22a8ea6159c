/** A file or folder of the host that is shown read-only at another place, or at its own where that is covered. */
export interface ShownFile {
  source: string;
  target: string;
}

/** In these folders files belong to `files` on disk and to `job` in the job: both sides own what either makes. */
export interface IdMap {
  folders: string[];
  files: { uid: number; gid: number };
  job: { uid: number; gid: number };
}

/**
 * What a job sees of one project: these files and folders, at their places. Paths are below `root`, where no link leads anywhere; a
 * folder comes before what lies within it, which is `isNested`.
 */
export interface ProjectView {
  root: string;
  entries: { path: string; isWritable: boolean; isNested: boolean }[];
}

/** What the program does in the new namespaces, as root; absolute paths throughout. */
export interface ConfinePlan {
  /** Folders that stay writable at their places. */
  visible: string[];
  /** Not null where there is a project. */
  idMap: IdMap | null;
  project: ProjectView | null;
  /** Folders in whose place something empty and read-only comes, but for what is shown or visible below. */
  covers: string[];
  /** Folders in whose place comes a part of one file system in memory, which is the job's own. */
  scratch: { folders: string[]; options: string };
  /** Devices of the host, at or below /dev. */
  devices: string[];
  shown: ShownFile[];
  /** Covered, too, where the job can have no /sys of its own. */
  networkFolders: string[];
  /** Files that read as empty, and folders that are read-only, where there are such. */
  masked: string[];
  readOnly: string[];
  /** Mounts of the job's own that are read-only once they are complete. */
  shut: string[];
  scriptPath: string;
  command: string[];
}
