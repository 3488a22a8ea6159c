import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One area of the console. */
@Entity('menu')
export class MenuEntity {
  /** Seeded menus have stable, speaking ids. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  /** Null for a top-level menu ("0" on the wire). */
  @Column({ type: 'text', nullable: true })
  parentId: string | null;

  @Column({ type: 'text' })
  menuName: string;

  @Column({ type: 'text' })
  menuNameEn: string;

  @Column({ type: 'text' })
  menuUrl: string;

  /** Path of the uploaded icon, or the name of a built-in one. */
  @Column({ type: 'text', nullable: true })
  menuIcon: string | null;

  /** 1 internal route, 2 third-party redirect, 3 in-system forward in a new window. */
  @Column({ type: 'smallint' })
  menuType: 1 | 2 | 3;

  /** What having the menu permits; only built-in pages carry one, and it never changes. */
  @Column({ type: 'text', nullable: true, unique: true, update: false })
  permission: string | null;

  /** Whether the session that another site gets for a user who opens the menu reaches that user's files. */
  @Column({ type: 'boolean', default: false })
  allowFiles: boolean;

  @Column({ type: 'integer', default: 0 })
  position: number;
}
