// Fills a database, whose tables the service has created, with SQL.
import { feedbackLexemes } from '../dist/feedback/items/persistence/feedback-search.js';
import { lexemesOf } from '../dist/platform/search/lexemes.js';
import { Words } from '../dist/platform/search/words-table.js';
import {
  feedbackIdSql,
  firstTime,
  idOf,
  idSql,
  secondsApart,
  statuses,
  tags,
  users,
  voters,
} from './dataset.js';
import { randomFrom, rareWord, Texts } from './texts.js';

const batch = 2_000;

/**
 * Tables whose indexes are dropped while they are filled: creating an index is much faster than extending it row by
 * row.
 */
const largeTables = [
  ...['feedback', 'feedback_search', 'feedback_tags', 'feedback_words', 'votes', 'comments'],
  ...['changelog_search', 'changelog_words'],
];

/**
 * Inserts the records of the data set.
 *
 * @param {import('pg').Client} client
 * @param {import('./dataset.js').Dataset} dataset
 * @param {(progress: string) => void} reportProgress
 */
export async function fill(client, dataset, reportProgress) {
  const texts = new Texts();
  await client.query('set synchronous_commit = off');
  await fillUsers(client);
  const { feedback, hot, changelogs, posts, small } = dataset;
  for (const project of [...feedback, hot, changelogs, posts, ...small]) await addProject(client, project);
  const fillLargeTables = async () => {
    for (const project of [...feedback, hot]) {
      await fillFeedback(client, texts, project, { voted: project !== hot }, reportProgress);
    }
    await fillChangelogs(client, texts, changelogs, reportProgress);
    reportProgress('words');
    await fillWords(client, texts);
    await client.query('insert into changelog_words select * from feedback_words');
  };
  await withoutIndexes(client, fillLargeTables, reportProgress);
  reportProgress('analyzing');
  for (const table of [
    ...['users', 'projects', 'project_configs', 'tags', 'feedback', 'feedback_tags', 'feedback_search'],
    ...['feedback_words', 'votes', 'comments', 'changelogs', 'changelog_search', 'changelog_words', 'events'],
  ]) {
    await client.query(`vacuum analyze ${table}`);
  }
}

async function fillUsers(client) {
  await client.query(
    `insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
     select ${idSql('user', 'n')}, 'user-' || n || '@example.com', 'user-' || n || '@example.com', 'User number ' || n,
       'https://example.com/avatars/' || n || '.png', false, '${firstTime}'
     from generate_series(0, ${users - 1}) n`,
  );
}

/** Stores a project with its configuration and tags. */
export async function addProject(client, { slug, number }) {
  const id = idOf('project', number);
  await client.query(
    `insert into projects (id, name, slug, icon, icon_radius, og_image, created_at)
     values ($1, 'Project ' || $2, $2, '', 'rounded-md', '', '${firstTime}')`,
    [id, slug],
  );
  await client.query(
    `insert into project_configs values ($1, $2, 'summary', '', '', false, '', false, '', '${firstTime}')`,
    [idOf('config', number), id],
  );
  await client.query('insert into project_settings (project_id) values ($1)', [id]);
  await client.query(
    `insert into statuses (project_id, key, name, color, kind, position, on_roadmap)
     select $1, key, key, '#6b7280', kind, place, false
     from unnest($2::text[], array['open', 'planned', 'active', 'done', 'closed']) with ordinality s (key, kind, place)`,
    [id, statuses],
  );
  await client.query(
    `insert into tags (id, project_id, name, name_key, color)
     select ${idSql('tag', `${number * tags} + n`)}, $1, 'Tag ' || n, 'tag ' || n, '#0ea5e9'
     from generate_series(0, ${tags - 1}) n`,
    [id],
  );
}

/** Does something while the large tables have only the indexes of constraints. */
export async function withoutIndexes(client, work, reportProgress = () => {}) {
  const { rows } = await client.query(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [largeTables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { name, definition } of rows) {
    reportProgress(`index ${name}`);
    await client.query(definition);
  }
  await client.query('reset maintenance_work_mem');
}

/**
 * Inserts the feedback of a project: of all users and statuses, half of it with tags, most with votes, some with
 * comments.
 */
export async function fillFeedback(client, texts, { slug, number, rows }, { voted }, reportProgress) {
  const random = randomFrom(number + 1);
  const projectId = idOf('project', number);
  const id = (n) => feedbackIdSql(number, n);
  let stored = Promise.resolve();
  for (let first = 0; first < rows; first += batch) {
    const records = Array.from({ length: Math.min(batch, rows - first) }, (_, at) => {
      const { title, description } = texts.feedback(first + at);
      return {
        n: first + at,
        title,
        description,
        lexemes: [`@${projectId}`, ...feedbackLexemes({ title, description })].join(' '),
        // One user submits a large share.
        user: random() < 0.05 ? 0 : Math.floor(random() * users),
        status: statuses[Math.floor(random() * statuses.length)],
        // Half of it has votes, and some has a hundred times as many as others.
        upvotes: voted ? Math.floor(0.7 * Math.log(1 - random()) ** 2) : 0,
        comments: random() < 0.1 ? 1 + Math.floor(random() * 5) : 0,
        tags: random() < 0.5 ? 1 + Math.floor(random() * 3) : 0,
      };
    });
    // PostgreSQL stores a batch while the texts of the next one are generated.
    await stored;
    reportProgress(`${slug}: ${first + records.length} feedback`);
    stored = client.query(
      `with given as materialized (
         select g.*, timestamptz '${firstTime}' + g.n * interval '${secondsApart} seconds' as created_at
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::int[], $9::int[], $10::int[])
           as g (n, title, description, lexemes, user_number, status, upvotes, comments, tags)
       ), stored as (
         insert into feedback (id, project_id, user_id, title, description, status, upvotes, comment_count, created_at)
         select ${id('n')}, $1, ${idSql('user', 'user_number')}, title, description, status, upvotes, comments, created_at
         from given
       ), searched as (
         insert into feedback_search (feedback_id, project_id, created_at, document)
         select ${id('n')}, $1, created_at, array_to_tsvector(string_to_array(lexemes, ' ')) from given
       ), tagged as (
         insert into feedback_tags (feedback_id, tag_id, created_at)
         select ${id('n')}, ${idSql('tag', `${number * tags} + (n * 7 + nth * 3) % ${tags}`)}, created_at
         from given cross join generate_series(1, given.tags) nth
       ), voted as (
         insert into votes (feedback_id, user_id, created_at)
         select ${id('n')}, ${idSql('user', `(n * 7 + nth) % ${voters}`)}, created_at + nth * interval '1 minute'
         from given cross join generate_series(1, given.upvotes) nth
       )
       insert into comments (id, feedback_id, project_id, user_id, content, created_at, updated_at)
       select gen_random_uuid(), ${id('n')}, $1, ${idSql('user', 'user_number')}, title,
         created_at + nth * interval '1 hour', created_at + nth * interval '1 hour'
       from given cross join generate_series(1, given.comments) nth`,
      [
        projectId,
        ...['n', 'title', 'description', 'lexemes', 'user', 'status', 'upvotes', 'comments', 'tags'].map(
          (field) => records.map((record) => record[field]),
        ),
      ],
    );
  }
  await stored;
}

async function fillChangelogs(client, texts, { slug, number, rows }, reportProgress) {
  for (let first = 0; first < rows; first += batch) {
    const records = Array.from({ length: Math.min(batch, rows - first) }, (_, at) => {
      const [title, summary, content] = [texts.sentence(5), texts.sentence(15), texts.sentence(120)];
      const lexemes = lexemesOf([title, summary, content].join('\n')).join(' ');
      return { n: first + at, title, summary, content, lexemes };
    });
    await client.query(
      `with given as materialized (
         select * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
           as g (n, title, summary, content, lexemes)
       ), stored as (
         insert into changelogs (id, project_id, author_id, title, slug, summary, content, image, publish_date, published,
           announced, publisher_id)
         select ${idSql('changelog', 'n')}, $1, ${idSql('user', `n % ${users}`)}, title, 'entry-' || n, summary, content, '',
           timestamptz '${firstTime}' + n * interval '1 hour', true, true, ${idSql('user', `n % ${users}`)}
         from given
       )
       insert into changelog_search (changelog_id, document)
       select ${idSql('changelog', 'n')}, array_to_tsvector(string_to_array(lexemes, ' ')) from given`,
      [
        idOf('project', number),
        ...['n', 'title', 'summary', 'content', 'lexemes'].map((field) =>
          records.map((record) => record[field]),
        ),
      ],
    );
    reportProgress(`${slug}: ${first + records.length} changelogs`);
  }
}

/** Adds all words of the texts to the dictionary for typo tolerance. */
export async function fillWords(client, texts) {
  const sql = { rows: async (text, values) => (await client.query(text, [...values])).rows };
  const dictionary = new Words(sql, { afterCommit: (work) => work() }, 'feedback_words');
  const words = [...texts.words, rareWord];
  for (let first = 0; first < words.length; first += 1_000) {
    // A document adds at most 1,000 words, and the documents of one project at most 20,000 in a day.
    await dictionary.learn(words.slice(first, first + 1_000), `project ${first}`);
  }
}
