import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One area of the console, and the right to it. */
@Entity('menu')
export class MenuEntity {
  /** Seeded menus have stable, speaking ids. */
  @PrimaryColumn({ name: 'id', type: 'text' })
  id: string;

  /** Null for a top-level menu ("0" on the wire). */
  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  @Column({ name: 'menu_name', type: 'text' })
  menuName: string;

  @Column({ name: 'menu_name_en', type: 'text' })
  menuNameEn: string;

  @Column({ name: 'menu_url', type: 'text' })
  menuUrl: string;

  /** Path of the uploaded icon, or the name of a built-in one. */
  @Column({ name: 'menu_icon', type: 'text', nullable: true })
  menuIcon: string | null;

  /** 1 internal route, 2 third-party redirect, 3 in-system forward in a new window. */
  @Column({ name: 'menu_type', type: 'smallint' })
  menuType: 1 | 2 | 3;

  @Column({ name: 'position', type: 'integer', default: 0 })
  position: number;
}
