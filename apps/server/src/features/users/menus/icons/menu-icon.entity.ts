import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An uploaded menu icon; in the database, so that every server has it. */
@Entity('menu_icon')
export class MenuIconEntity {
  /** SHA-256 of the content in hex, and the type: `<64 digits>.png` or `.jpg`. */
  @PrimaryColumn({ type: 'text' })
  name: string;

  @Column({ type: 'bytea' })
  content: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
