import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  ViewColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { SpaceEntryEntity } from '../../spaces/entries/space-entry.entity.js';
import { byteCount } from '../../spaces/storage/byte-count.js';
import { ApplicationEntity } from './application.entity.js';

/** Of which entry an application is, and where that was at its time. Where it is now is looked up. */
abstract class ApplicationPart {
  /** Of the application. */
  @Column({ type: 'uuid' })
  projectId: string;

  @Column({ type: 'text' })
  appliedPath: string;

  /** Of `space_entry`; null: it is gone for good. */
  @Column({ type: 'bigint', nullable: true })
  entryId: string | null;
}

/** An entry that somebody chose. */
@Entity('application_entry')
@Index('application_entry_entry_index', ['entryId'])
export class ApplicationEntryEntity extends ApplicationPart {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'application_entry_pk' })
  applicationId: string;

  @ManyToOne(() => ApplicationEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({
    name: 'application_id',
    foreignKeyConstraintName: 'application_entry_application_fk',
  })
  application: Relation<ApplicationEntity>;

  /** In the order in which they were chosen; counts from 0. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'application_entry_pk' })
  position: number;

  @ManyToOne(() => SpaceEntryEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'application_entry_entry_fk' })
  entry: Relation<SpaceEntryEntity> | null;

  @Column({ type: 'boolean' })
  isDirectory: boolean;
}

/** A file of an application as it was when somebody applied: the only content that an approval gives. */
@Entity('application_file')
@Index('application_file_entry_index', ['entryId'])
export class ApplicationFileEntity extends ApplicationPart {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'application_file_pk' })
  applicationId: string;

  @ManyToOne(() => ApplicationEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({
    name: 'application_id',
    foreignKeyConstraintName: 'application_file_application_fk',
  })
  application: Relation<ApplicationEntity>;

  /** Counts from 0. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'application_file_pk' })
  position: number;

  @ManyToOne(() => SpaceEntryEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'application_file_entry_fk' })
  entry: Relation<SpaceEntryEntity> | null;

  @Column({ type: 'bigint', transformer: byteCount })
  sizeBytes: number;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', transformer: byteCount })
  modifiedMs: number;

  /** As of `PinnedFile`. */
  @Column({ type: 'text' })
  identity: string;
}

/** Where a chosen entry is now: the application goes with it. */
@ViewEntity({ name: 'applied_entry', synchronize: false })
export class AppliedEntryView {
  @ViewColumn()
  applicationId: string;

  @ViewColumn()
  position: number;

  @ViewColumn()
  appliedPath: string;

  /** Of what lies in the trash or is gone, where it was. */
  @ViewColumn()
  path: string;

  /** Under which it, or the folder that it was in, lies in the trash; empty: it is gone for good; null: it is there. */
  @ViewColumn()
  trashId: string | null;

  @ViewColumn()
  isDirectory: boolean;
}
