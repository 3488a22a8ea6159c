import type { LocalizedText } from '@clusterdesk/contracts';
import { Column } from 'typeorm';
import { byteCount } from '../storage/byte-count.js';
import { SpaceRow } from '../storage/space-row.entity.js';

/** The columns of a row that the worker carries out under a lease: entries to be copied or packed, and how far it is. */
export abstract class TransferRow extends SpaceRow {
  /** The selected entries, none below another. */
  @Column({ type: 'jsonb' })
  paths: string[];

  @Column({ type: 'bigint', transformer: byteCount })
  totalBytes: number;

  @Column({ type: 'integer' })
  totalFiles: number;

  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  doneBytes: number;

  @Column({ type: 'integer', default: 0 })
  doneFiles: number;

  /** Why it failed, or what was left out. */
  @Column({ type: 'jsonb', nullable: true })
  message: LocalizedText | null;

  /** Its space counted a use for it, which is refunded if it ends before anything came of it. */
  @Column({ type: 'boolean', default: false })
  holdsUse: boolean;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** Which run holds it; `touchedAt` is the time of its last sign of life. */
  @Column({ type: 'uuid', nullable: true })
  lease: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  touchedAt: Date;
}
