import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { ProjectEntity } from '../project.entity.js';

/**
 * What is known of an entry of a project: who put it there, and the switches that were saved for it. The path follows what the
 * platform moves; an entry in the trash is known by its id there, so that another that takes its name has nothing of it.
 */
@Entity('project_entry')
@Index('project_entry_put_by_index', ['putBy'])
@Index('project_entry_saved_by_index', ['savedBy'])
export class ProjectEntryEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    primaryKeyConstraintName: 'project_entry_pk',
  })
  id: string;

  @Column({ type: 'uuid' })
  projectId: string;

  @ManyToOne(() => ProjectEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'project_entry_project_fk' })
  project: Relation<ProjectEntity>;

  /** `/`: the project itself. Of an entry in the trash, where it was. */
  @Column({ type: 'text' })
  path: string;

  /** SHA-256 of the path: a path may be too long for an index. */
  @Column({ type: 'bytea' })
  pathKey: Buffer;

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

  /** Who saved the switches; null: nobody, or the user was deleted since. */
  @Column({ type: 'uuid', nullable: true })
  savedBy: string | null;

  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'saved_by', foreignKeyConstraintName: 'project_entry_saved_by_fk' })
  savedByUser: Relation<UserEntity> | null;

  @Column({ type: 'timestamptz', nullable: true })
  savedAt: Date | null;

  /** Under which the entry, or the folder that it was in, lies in the trash; null: it does not. */
  @Column({ type: 'text', nullable: true })
  trashId: string | null;
}
