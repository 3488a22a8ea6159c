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
import { RoleEntity } from './roles/role.entity.js';

/** Someone who may sign in. The table is not called "user": that is a reserved word. */
@Entity('user_account')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'user_account_pk' })
  id: string;

  /**
   * Counts users and is never reused: nodes derive the uid of a user's jobs from it. The database assigns it; a creation that fails
   * uses none.
   */
  @Column({
    type: 'integer',
    unique: true,
    default: () => 'next_user_number()',
    insert: false,
    update: false,
  })
  userNumber: number;

  /** The login name. */
  @Column({ type: 'text', unique: true })
  userName: string;

  /** What names that look alike have in common (`user-name.ts`). */
  @Column({ type: 'text', nullable: true })
  nameKey: string | null;

  @Column({ type: 'text', nullable: true })
  nameLook: string | null;

  /** The name of the user's folder below `home`; null: the login name. */
  @Column({ type: 'text', nullable: true })
  homeKey: string | null;

  @Column({ type: 'text', nullable: true })
  realName: string | null;

  @Column({ type: 'text', nullable: true })
  mobile: string | null;

  @Column({ type: 'text', nullable: true })
  email: string | null;

  @Column({ type: 'text', nullable: true })
  companyName: string | null;

  @Column({ type: 'text', nullable: true })
  companyAddress: string | null;

  /** argon2id. */
  @Column({ type: 'text' })
  passwordHash: string;

  @Column({ type: 'boolean', default: false })
  isFrozen: boolean;

  @Column({ type: 'timestamptz', nullable: true })
  effectiveFrom: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  expiresAt: Date | null;

  @Column({ type: 'boolean', default: true })
  canDownload: boolean;

  /** The password can only be used to choose another. */
  @Column({ type: 'boolean', default: false })
  mustChangePassword: boolean;

  /** Null before the first time. */
  @Column({ type: 'timestamptz', nullable: true })
  lastSignInAt: Date | null;

  @Column({ type: 'text', default: 'cn' })
  language: Language;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @ManyToMany(() => RoleEntity)
  @JoinTable({
    name: 'user_role',
    joinColumn: { name: 'user_id', foreignKeyConstraintName: 'user_role_user_fk' },
    inverseJoinColumn: { name: 'role_id', foreignKeyConstraintName: 'user_role_role_fk' },
  })
  roles: Relation<RoleEntity[]>;
}
