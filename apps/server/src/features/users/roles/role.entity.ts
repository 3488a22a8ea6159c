import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { BuiltInRole } from '@clusterdesk/contracts';
import { MenuEntity } from '../menus/menu.entity.js';

/** A named set of menus; menus are permissions. */
@Entity('role')
export class RoleEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column({ type: 'text', unique: true })
  roleName: string;

  @Column({ type: 'text', default: '' })
  description: string;

  /** Has every menu and every right of an administrator; cannot be deleted or stripped. */
  @Column({ type: 'boolean', default: false })
  isSystemAdministrator: boolean;

  /** Which role of the first start it is; null for a role that people made. It never changes. */
  @Column({ type: 'text', nullable: true, unique: true, update: false })
  builtIn: BuiltInRole | null;

  @ManyToMany(() => MenuEntity)
  @JoinTable({
    name: 'role_menu',
    joinColumn: { name: 'role_id' },
    inverseJoinColumn: { name: 'menu_id' },
  })
  menus: Relation<MenuEntity[]>;
}
