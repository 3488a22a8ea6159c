import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An entry of which something is kept: who put it there, switches, that it is shared or applied for. It hangs on its folder, so
 * that whatever moves, moves with all below it by a change of one row (docs/decisions/entries-hang-on-their-folders.md).
 *
 * A root names its space. A space has one for what is in it, and one for each entry of its trash: below that, the entry has the path
 * that it had. A row without folder and space is gone for good, with all below it, and is deleted little by little.
 */
@Entity('space_entry')
export class SpaceEntryEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    primaryKeyConstraintName: 'space_entry_pk',
  })
  id: string;

  /** The folder that it is in. */
  @Column({ type: 'bigint', nullable: true })
  parentId: string | null;

  /** As it is spelled on the disk; empty: a root. */
  @Column({ type: 'text', collation: 'C' })
  name: string;

  /** Of a root: as of `SpaceKey`. */
  @Column({ type: 'text', nullable: true })
  space: string | null;

  @Column({ type: 'text', nullable: true })
  spaceId: string | null;

  /** Of a root: under which what is below it lies in the trash; null: it does not. */
  @Column({ type: 'text', nullable: true })
  trashId: string | null;
}
