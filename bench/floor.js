// The floor: what a server of a few lines reaches that does the same reads and writes by one hand-written statement each,
// and nothing else: no access tokens, roles, checks, log or documents. Under /plain are writes that leave out what the
// service adds to a row: its event, and what search knows of it.
import express from 'express';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { lexemesOf, titledLexemesOf } from '../dist/platform/search/lexemes.js';
import { isSpellingCandidate } from '../dist/platform/search/typos.js';
import { tagKey } from '../dist/feedback/domain/tag.js';
import { statements } from './sql.js';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** The only row of a named statement: PostgreSQL plans it once for each connection. */
async function row(name, values) {
  return (await pool.query({ name, text: statements[name], values })).rows[0];
}

const actor = (await pool.query('select user_id from access_tokens where bootstrap')).rows[0].user_id;

/** Answers with the JSON of the row. */
function send(response, found, status = 200) {
  if (!found) response.status(404).end();
  // To learn new words is left out here: the benchmark's texts are of words that are known.
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
  const lexemes = titledLexemesOf(title, description);
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

// Express would print each request that the load generator leaves unfinished at its end.
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
