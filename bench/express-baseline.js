// The first baseline: a minimal server with Express and `pg` that performs the same reads and writes with one hand-written statement each, without
// access tokens, roles, validation, logs or documentation. The writes under /plain also leave out the event and the
// search document.
import express from 'express';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { lexemesOf } from '../dist/platform/search/lexemes.js';
import { feedbackLexemes } from '../dist/feedback/items/persistence/feedback-search.js';
import { isSpellingCandidate } from '../dist/platform/search/typos.js';
import { tagKey } from '../dist/project/tags/domain/tag.js';
import { statements } from './sql.js';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** Each statement has a name, so that PostgreSQL plans it once per connection. */
async function row(name, values) {
  return (await pool.query({ name, text: statements[name], values })).rows[0];
}

const actor = (await pool.query('select user_id from access_tokens where bootstrap')).rows[0].user_id;

/** Sends the JSON of the row. */
function send(response, found, status = 200) {
  if (!found) response.status(404).end();
  // New words are not added to the dictionary here, because the benchmark's texts contain known words only.
  else if (found.unknown > 0) response.status(500).end();
  else response.status(status).type('application/json').send(found.body);
}

const now = () => new Date().toISOString();

const app = express();
app.use(express.json());

app.get('/health/ready', (_request, response) => void response.end());

app.get('/v1/projects/:slug/feedback', async ({ params: { slug } }, response) => {
  send(response, await row('listFeedback', [slug]));
});

app.get('/v1/projects/:slug/feedback/:id', async ({ params: { slug, id } }, response) => {
  send(response, await row('getFeedback', [slug, id]));
});

app.patch('/v1/projects/:slug', async ({ params: { slug }, body }, response) => {
  send(response, await row('patchProject', [slug, body.name, uuidv7(), now(), actor]));
});

app.patch('/plain/v1/projects/:slug', async ({ params: { slug }, body }, response) => {
  send(response, await row('patchProjectPlainly', [slug, body.name]));
});

app.put(
  '/v1/projects/:slug/changelogs/:id',
  async ({ params: { slug, id }, body: { summary } }, response) => {
    for (;;) {
      const texts = await row('changelogTexts', [slug, id]);
      if (!texts) return void response.status(404).end();
      const { title, content } = texts;
      const lexemes = lexemesOf([title, summary, content].join('\n'));
      const words = lexemes.filter(isSpellingCandidate);
      const values = [slug, id, summary, title, content, lexemes, uuidv7(), now(), actor, words];
      const found = await row('putChangelog', values);
      if (found) return send(response, found);
    }
  },
);

app.put('/plain/v1/projects/:slug/changelogs/:id', async ({ params: { slug, id }, body }, response) => {
  send(response, await row('putChangelogPlainly', [slug, id, body.summary]));
});

app.post('/v1/projects/:slug/feedback', async ({ params: { slug }, body }, response) => {
  const { title, description, tags } = body;
  const lexemes = feedbackLexemes({ title, description });
  const values = [slug, uuidv7(), actor, title, description, now(), tags.map(tagKey), lexemes, uuidv7()];
  send(response, await row('postFeedback', [...values, lexemes.filter(isSpellingCandidate)]), 201);
});

app.post('/plain/v1/projects/:slug/feedback', async ({ params: { slug }, body }, response) => {
  const values = [slug, uuidv7(), actor, body.title, body.description, now()];
  send(response, await row('postFeedbackPlainly', values), 201);
});

app.put('/v1/projects/:slug/feedback/:id/upvotes/:userId', async ({ params }, response) => {
  send(response, await row('vote', [params.slug, params.id, params.userId, now(), uuidv7(), actor]));
});

// Express would print every request that the load generator leaves unfinished at the end.
app.use((error, _request, response, next) => {
  if (error.type === 'request.aborted') return;
  if (response.headersSent) return void next(error);
  console.error(error);
  response.status(500).end();
});

const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
