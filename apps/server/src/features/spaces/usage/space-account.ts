/** The table in which one kind of space keeps its accounts, and its column with the id of the space: no names from outside. */
export interface AccountTable {
  table: string;
  idColumn: string;
}

/** A measuring in several turns. */
export interface MeasuringProgress {
  /** Milliseconds since the epoch. */
  startedMs: number;
  /** `addedBytes` when it began. */
  addedBytes: number;
  part: 'trash' | 'files';
  cursor: string[] | null;
  trashBytes: number;
  fileBytes: number;
}

/** The quota of a space, and what was measured of it. */
export interface SpaceAccount {
  /** Null: as much as the disk holds. */
  quotaBytes: number | null;
  /** Files and trash when they were measured, and what the platform put in or took out since. */
  usedBytes: number;
  trashBytes: number;
  /** All that the platform ever put in; tells what came while a measuring went on. */
  addedBytes: number;
  /** How far a measuring is that takes several turns; null: none goes on. */
  measuring: MeasuringProgress | null;
  /** Null: never. */
  measuredAt: Date | null;
  /** How long the last measuring took; null: it is not known. */
  measuringMs: number | null;
}
