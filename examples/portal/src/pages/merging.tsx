import { Router } from 'express';
import {
  BadRequestError,
  ConflictError,
  type FeedbackClient,
  NotFoundError,
} from 'feedback-changelog-client';
import type { VNode } from 'preact';
import type { Post } from '../project.js';
import { type Body, text } from '../session.js';
import { ideaId, ideaPath } from '../urls.js';
import { Form } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { StatusPill } from '../views/parts.js';
import { personalVisitOf, type Visit } from '../visit.js';
import { Errors } from './submit.js';

/** Merging feedback into other feedback, which a search finds, after a look at the votes that it will have. */
export const merging = Router();

merging.get('/ideas/:id/merge', async (request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings } = visit;
  const { id } = request.params;
  const query = request.query as Body;
  const post = await client.feedback.get(settings.project, id);
  const q = text(query, 'q');
  // The address of an idea can be pasted into the search, too.
  const into = ideaId(text(query, 'into')) || ideaId(q);
  if (into !== '') {
    const target = await client.feedback.get(settings.project, into).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
    if (!target) return sendPage(response, pageOf(visit, { post, q, error: visit.t('error_merge') }), 404);
    const votes = await countTogether(client, settings.project, post, target);
    return sendPage(response, pageOf(visit, { post, target, votes }));
  }
  const found =
    q === ''
      ? await client.feedback.findSimilar(settings.project, { title: post.title })
      : (await client.feedback.list(settings.project, { q, limit: 10 })).records;
  sendPage(response, pageOf(visit, { post, q, found: found.filter((each) => each.id !== id) }));
});

merging.post('/ideas/:id/merge', async (request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings, t } = visit;
  const { id } = request.params;
  try {
    const target = await client.feedback.merge(settings.project, id, {
      into: ideaId(text(request.body as Body, 'into')),
    });
    response.redirect(303, `${ideaPath(target)}?notice=done`);
  } catch (error) {
    if (!(error instanceof BadRequestError || error instanceof ConflictError)) throw error;
    const post = await client.feedback.get(settings.project, id);
    sendPage(response, pageOf(visit, { post, q: '', found: [], error: t('error_merge') }), error.status);
  }
});

merging.post('/ideas/:id/unmerge', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  await client.feedback.unmerge(settings.project, request.params.id);
  response.redirect(303, `/ideas/${request.params.id}?notice=done`);
});

/** Returns how many votes both have together, each user once; undefined if there are too many to read them for a preview. */
async function countTogether(
  client: FeedbackClient,
  project: string,
  post: Post,
  target: Post,
): Promise<number | undefined> {
  if (Math.min(post.upvotes, target.upvotes) > 100) return undefined;
  const [fewer, more] = post.upvotes < target.upvotes ? [post, target] : [target, post];
  const voters = new Set<string>();
  for await (const { user } of client.feedback.upvotes.list(project, fewer.id)) voters.add(user.id);
  let both = 0;
  if (voters.size > 0) {
    for await (const { user } of client.feedback.upvotes.list(project, more.id))
      if (voters.has(user.id)) both += 1;
  }
  return post.upvotes + target.upvotes - both;
}

interface Props {
  readonly post: Post;
  readonly q?: string;
  readonly found?: readonly Post[];
  readonly target?: Post;
  readonly votes?: number | undefined;
  readonly error?: string;
}

function pageOf(visit: Visit, props: Props) {
  const content = <MergePage visit={visit} {...props} />;
  return { title: visit.t('merge_heading'), section: 'board' as const, content };
}

function MergePage({
  visit,
  post,
  q = '',
  found = [],
  target,
  votes,
  error,
}: Props & { visit: Visit }): VNode {
  const { t } = visit;
  const path = `/ideas/${post.id}/merge`;
  return (
    <div class="narrow stack">
      <p>
        <a class="back" href={ideaPath(post)}>
          {post.title}
        </a>
      </p>
      <h1>{t('merge_heading')}</h1>
      <Errors visit={visit} errors={error === undefined ? [] : [error]} />
      {target ? (
        <Form visit={visit} action={path} class="card stack">
          <input type="hidden" name="into" value={target.id} />
          <p>{t('merge_preview', { source: post.title, target: target.title })}</p>
          <dl class="facts">
            {[post, target].map((each) => (
              <div class="facts__row">
                <dt class="facts__name">{each.title}</dt>
                <dd class="facts__value">{t('votes', { count: each.upvotes })}</dd>
              </div>
            ))}
            {votes !== undefined && (
              <div class="facts__row">
                <dt class="facts__name">{t('together')}</dt>
                <dd class="facts__value">
                  <strong>{t('votes', { count: votes })}</strong>
                </dd>
              </div>
            )}
          </dl>
          <div class="buttons">
            <button class="button">{t('merge')}</button>
            <a class="button button_secondary" href={path}>
              {t('cancel')}
            </a>
          </div>
        </Form>
      ) : (
        <>
          <form class="filters" action={path} role="search">
            <label class="filters__search">
              <span class="hidden">{t('search')}</span>
              <input class="input" type="search" name="q" value={q} placeholder={t('merge_search')} />
            </label>
            <button class="button button_secondary">{t('search')}</button>
          </form>
          <ul class="rows">
            {found.map((each) => (
              <li class="rows__item">
                <a class="rows__title" href={`${path}?into=${each.id}`}>
                  {each.title}
                </a>
                <StatusPill visit={visit} status={each.status} />
                <span>{t('votes', { count: each.upvotes })}</span>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p class="empty">{t('nothing_found')}</p>}
        </>
      )}
    </div>
  );
}
