import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the links between users and their identities at identity providers. */
export class Identity1763700001000 implements MigrationInterface {
  readonly name = 'Identity1763700001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_identities (
        issuer text not null,
        -- SHA-256 of the subject, which some issuers derive from a name or an address.
        subject_digest bytea not null,
        user_id uuid not null constraint user_identities_user_id_fkey references users (id),
        created_at timestamptz(3) not null,
        primary key (issuer, subject_digest)
      );
      -- A second subject with the same e-mail address is another person, who was given the address later.
      create unique index user_identities_user on user_identities (user_id, issuer);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_identities');
  }
}
