import {
  Column,
  CreateDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { Language } from '@clusterdesk/contracts';
import { RoleEntity } from './role.entity.js';

/** Someone who may sign in. The table is not called "user": that is a reserved word. */
@Entity('user_account')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid', { name: 'id', primaryKeyConstraintName: 'user_account_pk' })
  id: string;

  /** The login name, and the name of the user's folder. */
  @Column({ name: 'user_name', type: 'text', unique: true })
  userName: string;

  @Column({ name: 'real_name', type: 'text', nullable: true })
  realName: string | null;

  @Column({ name: 'mobile', type: 'text', nullable: true })
  mobile: string | null;

  @Column({ name: 'email', type: 'text', nullable: true })
  email: string | null;

  @Column({ name: 'company_name', type: 'text', nullable: true })
  companyName: string | null;

  @Column({ name: 'company_address', type: 'text', nullable: true })
  companyAddress: string | null;

  /** argon2id. */
  @Column({ name: 'password_hash', type: 'text' })
  passwordHash: string;

  @Column({ name: 'is_frozen', type: 'boolean', default: false })
  isFrozen: boolean;

  @Column({ name: 'effective_from', type: 'timestamptz', nullable: true })
  effectiveFrom: Date | null;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt: Date | null;

  @Column({ name: 'can_download', type: 'boolean', default: true })
  canDownload: boolean;

  @Column({ name: 'language', type: 'text', default: 'cn' })
  language: Language;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @ManyToMany(() => RoleEntity)
  @JoinTable({
    name: 'user_role',
    joinColumn: { name: 'user_id', foreignKeyConstraintName: 'user_role_user_fk' },
    inverseJoinColumn: { name: 'role_id', foreignKeyConstraintName: 'user_role_role_fk' },
  })
  roles: Relation<RoleEntity[]>;
}
