// The hand-written statements of the Express baseline: what must be read and written for each operation, and nothing else. Each
// returns finished JSON.

const isoTimestamp = (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const userOf = (id) => `(select row_to_json(u) from user_records u where u.id = ${id})`;

// Built as text, because `json_agg` inserts spaces that JavaScript does not.
const arrayOf = (row, order = '') =>
  `'[' || coalesce(string_agg(row_to_json(${row})::text, ','${order}), '') || ']'`;

/** @param {string} links the table of the links to tags, with the alias `ft` */
const tagsOf = (links) => `(select (${arrayOf('named', ' order by t.name_key')})::json
  from ${links} join tags t on t.id = ft.tag_id cross join lateral (select t.name, t.color) named
  where ft.feedback_id = f.id)`;

const feedback = (links = 'feedback_tags ft') =>
  `f.id, f.project_id, f.user_id, ${userOf('f.user_id')} as "user", f.title, f.description, ${tagsOf(links)} as tags,
   f.status, f.upvotes, f.comment_count, ${isoTimestamp('f.created_at')} as created_at`;

const project = `p.id, p.name, p.slug, p.icon, p.icon_radius, p.og_image, ${isoTimestamp('p.created_at')} as created_at`;

const changelog = (author) =>
  `c.id, c.project_id, c.author_id, ${author} c.title, c.slug, c.summary, c.content, c.image,
   ${isoTimestamp('c.publish_date')} as publish_date, c.published`;

const changelogWithAuthor = changelog(`${userOf('c.author_id')} as author,`);

const projectOfSlug = '(select id from projects where slug = $1)';

const event = (type, { id, time, actor, data, previous, from }) => `insert into events
  (id, project_id, type, created_at, actor_id, data, previous)
  select ${id}::uuid, ${from}.project_id, '${type}', ${time}::timestamptz, ${actor}::uuid, ${data}, ${previous} from ${from}`;

/** `$1` is the project's slug everywhere. */
export const statements = {
  /** `$2`: id */
  getFeedback: `select row_to_json(r)::text as body from (
      select ${feedback()} from feedback f
      where f.id = $2::uuid and f.project_id = ${projectOfSlug} and f.merged_into is null and f.approval = 'approved'
    ) r`,

  /** The newest 50. */
  listFeedback: `select ${arrayOf('r')} as body from (
      select ${feedback()} from feedback f
      where f.project_id = ${projectOfSlug} and f.merged_into is null and f.approval = 'approved'
      order by f.created_at desc, f.id desc limit 50
    ) r`,

  /** `$2`: name; of the event `$3`: id, `$4`: time, `$5`: actor */
  patchProject: `with changed as (
      update projects p set name = $2 from (select id, name from projects where slug = $1 for update) former
      where p.id = former.id returning p.*, former.name as former_name
    ), answer as (
      select p.id as project_id, p.former_name, row_to_json(r) as record
      from changed p cross join lateral (select ${project}) r
    ), recorded as (
      ${event('project.updated', {
        id: '$3',
        time: '$4',
        actor: '$5',
        data: 'record',
        previous: "json_build_object('name', former_name)",
        from: 'answer',
      })}
    )
    select record::text as body from answer`,

  /** Without an event. */
  patchProjectPlainly: `update projects p set name = $2 where slug = $1
    returning (select row_to_json(r)::text from (select ${project}) r) as body`,

  /** The text that search documents are made of. `$2`: id */
  changelogTexts: `select title, content from changelogs where id = $2::uuid and project_id = ${projectOfSlug}`,

  /**
   * Changes nothing if the title or content has changed meanwhile. `$2`: id, `$3`: summary, `$4`: title, `$5`: content,
   * `$6`: lexemes; of the event `$7`: id, `$8`: time, `$9`: actor; `$10`: words; it returns how many are
   * unknown
   */
  putChangelog: `with changed as (
      update changelogs c set summary = $3 from (
        select id, summary from changelogs
        where id = $2::uuid and project_id = ${projectOfSlug} and title = $4 and content = $5 for update
      ) former
      where c.id = former.id returning c.*, former.summary as former_summary
    ), searched as (
      insert into changelog_search (changelog_id, document) select id, array_to_tsvector($6::text[]) from changed
      on conflict (changelog_id) do update set document = excluded.document
    ), answer as (
      select c.project_id, c.former_summary, row_to_json(r) as record, row_to_json(recorded) as data
      from changed c cross join lateral (select ${changelog('')}) r
      cross join lateral (select ${changelogWithAuthor}) recorded
    ), recorded as (
      ${event('changelog.updated', {
        id: '$7',
        time: '$8',
        actor: '$9',
        data: 'data',
        previous: "json_build_object('summary', former_summary)",
        from: 'answer',
      })}
    )
    select record::text as body, (select count(*)::int from unnest($10::text[]) w (word)
      where not exists (select from changelog_words k where k.word = w.word)) as unknown
    from answer`,

  /** Without event and search document. `$2`: id, `$3`: summary */
  putChangelogPlainly: `update changelogs c set summary = $3 where id = $2::uuid and project_id = ${projectOfSlug}
    returning (select row_to_json(r)::text from (select ${changelog('')}) r) as body`,

  /**
   * `$2`: id, `$3`: user, `$4`: title, `$5`: description, `$6`: time, `$7`: keys of tags, `$8`: lexemes; of the event
   * `$9`: id; `$10`: words; it returns how many are unknown
   */
  postFeedback: `with created as (
      insert into feedback (id, project_id, user_id, title, description, status, created_at)
      select $2::uuid, id, $3::uuid, $4, $5, 'in_review', $6::timestamptz from projects where slug = $1 returning *
    ), tagged as (
      insert into feedback_tags (feedback_id, tag_id, created_at)
      select f.id, t.id, f.created_at from created f join tags t on t.project_id = f.project_id and t.name_key = any($7::text[])
      returning *
    ), searched as (
      insert into feedback_search (feedback_id, project_id, created_at, document)
      select id, project_id, created_at, array_to_tsvector('@' || project_id || $8::text[]) from created
    ), answer as (
      select f.project_id, row_to_json(r) as record
      from created f cross join lateral (select ${feedback('tagged ft')}) r
    ), recorded as (
      ${event('feedback.created', {
        id: '$9',
        time: '$6',
        actor: '$3',
        data: 'record',
        previous: "'{}'",
        from: 'answer',
      })}
    )
    select record::text as body, (select count(*)::int from unnest($10::text[]) w (word)
      where not exists (select from feedback_words k where k.word = w.word)) as unknown
    from answer`,

  /** Without tags, event and search document. `$2`: id, `$3`: user, `$4`: title, `$5`: description, `$6`: time */
  postFeedbackPlainly: `insert into feedback as f (id, project_id, user_id, title, description, status, created_at)
    select $2::uuid, id, $3::uuid, $4, $5, 'in_review', $6::timestamptz from projects where slug = $1
    returning (select row_to_json(r)::text from (select ${feedback()}) r) as body`,

  /** `$2`: feedback, `$3`: user, `$4`: time; of the event `$5`: id, `$6`: actor */
  vote: `with voted as (
      insert into votes (feedback_id, user_id, created_at)
      select id, $3::uuid, $4::timestamptz from feedback where id = $2::uuid and project_id = ${projectOfSlug}
      on conflict do nothing returning feedback_id
    ), f as (
      update feedback set upvotes = upvotes + 1 from voted where id = voted.feedback_id returning feedback.*
    ), recorded as (
      ${event('feedback.upvoted', {
        id: '$5',
        time: '$4',
        actor: '$6',
        data: "json_build_object('feedback_id', f.id, 'user_id', $3::uuid, 'upvotes', f.upvotes)",
        previous: "'{}'",
        from: 'f',
      })}
    )
    select row_to_json(r)::text as body from (select ${feedback()} from f) r`,
};
