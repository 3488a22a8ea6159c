import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An entry of which something is kept: who put it there, switches, that it is shared or applied for. It hangs on its folder, so
 * that whatever moves, moves with all below it by a change of one row (docs/decisions/entries-hang-on-their-folders.md).
 *
 * A root names its space. A space has one for what is in it, and one for each entry of its trash: below that, the entry has the path
 * that it had. A row without folder and space is gone for good, with all below it, and is deleted in slices.
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

  /** For a root, with `spaceId`: see `SpaceKey`. */
  @Column({ type: 'text', nullable: true })
  space: string | null;

  @Column({ type: 'text', nullable: true })
  spaceId: string | null;

  /** For a root: the id of the trash entry that it stands for; null: it is not in the trash. */
  @Column({ type: 'text', nullable: true })
  trashId: string | null;
}
