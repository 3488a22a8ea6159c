import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { byteCount } from '../../spaces/storage/byte-count.js';
import { ApplicationEntity } from './application.entity.js';

/** Where an entry or a file of an application is. It follows what the platform moves; in the trash it is known by its id there. */
abstract class ApplicationPart {
  /** Of the application. */
  @Column({ type: 'uuid' })
  projectId: string;

  /** Of what lies in the trash, where it was. */
  @Column({ type: 'text' })
  path: string;

  /** Where it was at the time of the application. */
  @Column({ type: 'text' })
  appliedPath: string;

  /** Under which it, or the folder that it was in, lies in the trash; null: it does not. */
  @Column({ type: 'text', nullable: true })
  trashId: string | null;
}

/** An entry that somebody chose. */
@Entity('application_entry')
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

  @Column({ type: 'boolean' })
  isDirectory: boolean;
}

/** A file of an application as it was when somebody applied: the only content that an approval gives. */
@Entity('application_file')
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

  @Column({ type: 'bigint', transformer: byteCount })
  sizeBytes: number;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', transformer: byteCount })
  modifiedMs: number;

  /** As of `PinnedFile`. */
  @Column({ type: 'text' })
  identity: string;
}
