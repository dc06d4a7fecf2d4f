import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A user of the host, in the host's table `public.users`. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string;

  @Column({ type: 'text', unique: true }) email!: string;

  @Column({ type: 'text' }) name!: string;

  @Column({ type: 'text', default: '' }) picture!: string;

  /** Salt and scrypt hash of the password. */
  @Column({ type: 'text' }) password!: string;

  @Column({ type: 'boolean', default: false }) admin!: boolean;

  /** Suspended people can read, but not vote. */
  @Column({ type: 'boolean', default: false }) suspended!: boolean;

  @CreateDateColumn({ type: 'timestamptz' }) created!: Date;
}
