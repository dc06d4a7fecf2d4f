import { ViewColumn, ViewEntity } from 'typeorm';

/** The users in the columns that the Feedback & Changelog Service reads. */
@ViewEntity({
  name: 'people',
  expression: `
    select id, email, name as full_name, picture as avatar_url, admin as instance_admin, created as created_at
    from users`,
})
export class Person {
  @ViewColumn() id!: string;
}
