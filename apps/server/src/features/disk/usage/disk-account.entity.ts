import { Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { SpaceAccount } from '../../spaces/usage/space-account.entity.js';
import { UserEntity } from '../../users/user.entity.js';

/** A user's quota and measured disk usage. */
@Entity('disk_account')
export class DiskAccountEntity extends SpaceAccount {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'disk_account_pk' })
  userId: string;

  @OneToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'disk_account_user_fk' })
  user: Relation<UserEntity>;
}
