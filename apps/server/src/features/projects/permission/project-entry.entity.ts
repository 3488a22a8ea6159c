import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { SpaceEntryEntity } from '../../spaces/entries/space-entry.entity.js';
import { UserEntity } from '../../users/user.entity.js';
import { ProjectEntity } from '../project.entity.js';

/**
 * What is known of an entry of a project: who put it there, and the switches that were saved for it. It hangs on the entry, and so
 * goes where that goes. What holds for the folder holds for what has no row: an upload into one's own folder needs none.
 */
@Entity('project_entry')
@Index('project_entry_project_index', ['projectId'])
@Index('project_entry_put_by_index', ['putBy'])
@Index('project_entry_saved_by_index', ['savedBy'])
export class ProjectEntryEntity {
  /** Of `space_entry`. */
  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'project_entry_pk' })
  entryId: string;

  @ManyToOne(() => SpaceEntryEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'project_entry_entry_fk' })
  entry: Relation<SpaceEntryEntity>;

  @Column({ type: 'uuid' })
  projectId: string;

  @ManyToOne(() => ProjectEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'project_entry_project_fk' })
  project: Relation<ProjectEntity>;

  /** Who put it there; null: the user was deleted since. */
  @Column({ type: 'uuid', nullable: true })
  putBy: string | null;

  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'put_by', foreignKeyConstraintName: 'project_entry_put_by_fk' })
  putByUser: Relation<UserEntity> | null;

  /** Null: it came with the folder that it is in. */
  @Column({ type: 'timestamptz', nullable: true })
  putAt: Date | null;

  /** One bit for each of the nine (`switches.ts`); null: none saved, what is saved above holds. */
  @Column({ type: 'smallint', nullable: true })
  switches: number | null;

  /** Of an entry in the trash: the switches that held for it, of its own or of the folders it was in. */
  @Column({ type: 'smallint', nullable: true })
  wasSwitches: number | null;

  /** Who saved the switches; null: nobody, or the user was deleted since. */
  @Column({ type: 'uuid', nullable: true })
  savedBy: string | null;

  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'saved_by', foreignKeyConstraintName: 'project_entry_saved_by_fk' })
  savedByUser: Relation<UserEntity> | null;

  @Column({ type: 'timestamptz', nullable: true })
  savedAt: Date | null;

  /** Who put it there as far as the rows of an earlier version say; until the entry is looked at it is nobody's. */
  @Column({ type: 'uuid', nullable: true })
  claimedBy: string | null;
}
