import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { SpaceRow } from '../storage/space-row.entity.js';

/** A file that a user uploaded, previewed or downloaded; one row for a file, the oldest give way to newer ones. */
@Entity('recent_file')
export class RecentFileEntity extends SpaceRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  /** Of the whole space, as its entries spell it. */
  @Column({ type: 'text' })
  path: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  usedAt: Date;
}
