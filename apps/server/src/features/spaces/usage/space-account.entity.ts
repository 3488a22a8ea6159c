import { Column } from 'typeorm';
import { byteCount, nullableByteCount } from '../storage/byte-count.js';

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

/** The columns of a quota, and of what was measured of a space: each kind of space has a table of its own. */
export abstract class SpaceAccount {
  /** Null: as much as the disk holds. */
  @Column({ type: 'bigint', nullable: true, transformer: nullableByteCount })
  quotaBytes: number | null;

  /** Files and trash when they were measured, and what the platform put in or took out since. */
  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  usedBytes: number;

  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  trashBytes: number;

  /** All that the platform ever put in; tells what came while a measuring went on. */
  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  addedBytes: number;

  /** How far a measuring is that takes several turns; null: none goes on. */
  @Column({ type: 'jsonb', nullable: true })
  measuring: MeasuringProgress | null;

  /** Null: never. */
  @Column({ type: 'timestamptz', nullable: true })
  measuredAt: Date | null;

  /** How long the last measuring took; null: it is not known. */
  @Column({ type: 'integer', nullable: true })
  measuringMs: number | null;
}
