import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

@Entity('users')
@Unique('users_email_key', ['email'])
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('text') name!: string;
  /** Salt and scrypt hash. */
  @Column('text') password!: string;
  @Column('boolean', { default: false }) admin!: boolean;
  /** Suspended people can read, but not vote. */
  @Column('boolean', { default: false }) suspended!: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) created!: Date;
}
