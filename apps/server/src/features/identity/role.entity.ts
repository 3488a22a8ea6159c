import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { MenuEntity } from './menu.entity.js';

/** A named set of menus; menus are permissions. */
@Entity('role')
export class RoleEntity {
  @PrimaryGeneratedColumn('uuid', { name: 'id' })
  id: string;

  @Column({ name: 'role_name', type: 'text', unique: true })
  roleName: string;

  @Column({ name: 'description', type: 'text', default: '' })
  description: string;

  /** Has every menu and every right of an administrator; cannot be deleted or stripped. */
  @Column({ name: 'is_system_administrator', type: 'boolean', default: false })
  isSystemAdministrator: boolean;

  @ManyToMany(() => MenuEntity)
  @JoinTable({
    name: 'role_menu',
    joinColumn: { name: 'role_id' },
    inverseJoinColumn: { name: 'menu_id' },
  })
  menus: Relation<MenuEntity[]>;
}
