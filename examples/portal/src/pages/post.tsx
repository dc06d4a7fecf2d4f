import { Router } from 'express';
import type { VNode } from 'preact';
import { members, type Post, publicMembers } from '../project.js';
import { type Body, localPath, text } from '../session.js';
import { Form } from '../views/form.js';
import { sendPage, SignInLink } from '../views/layout.js';
import { Attachments } from '../views/attachments.js';
import { Discussion } from './comments.js';
import { TeamTools } from './team.js';
import {
  authorOf,
  Badge,
  type Comment,
  formatDate,
  Markdown,
  Pager,
  StatusBadge,
  Time,
  Vote,
  voteLabel,
} from '../views/parts.js';
import { personalVisitOf, type Visit, visitOf } from '../visit.js';

/** A post: feedback with its response, its comments, votes and the subscription of the person. */
export const post = Router();

post.get('/posts/:id', async (request, response) => {
  const visit = visitOf(response);
  const { id } = request.params;
  const cursor = text(request.query as Body, 'cursor') || undefined;
  const [record, comments] = await Promise.all([readPost(visit, id), readComments(visit, id, cursor)]);
  // Merged feedback leads to what it is merged into.
  if (record.id !== id) return response.redirect(301, `/posts/${record.id}`);
  sendPage(response, {
    title: record.title,
    section: 'board',
    content: <PostPage visit={visit} post={record} comments={comments.records} next={comments.nextCursor} />,
  });
});

post.post('/posts/:id/vote', async (request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings } = visit;
  const { upvotes } = client.feedback;
  const change =
    text(request.body as Body, 'vote') === 'withdraw'
      ? upvotes.withdraw.bind(upvotes)
      : upvotes.cast.bind(upvotes);
  const changed = await change(settings.project, request.params.id, 'me', { include: ['viewer'] });
  if (request.accepts(['html', 'json']) === 'json') {
    response.json({ votes: changed.upvotes, voted: changed.viewer.voted, label: voteLabel(visit, changed) });
  } else response.redirect(303, localPath(text(request.body as Body, 'back')));
});

post.post('/posts/:id/subscription', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id } = request.params;
  const { subscribers } = client.feedback;
  if (text(request.body as Body, 'subscribe') === 'no')
    await subscribers.unsubscribe(settings.project, id, 'me');
  else await subscribers.subscribe(settings.project, id, 'me');
  response.redirect(303, `/posts/${id}`);
});

async function readPost({ client, settings, person }: Visit, id: string): Promise<Post> {
  if (!person) return client.feedback.getPublic(settings.project, id, { include: publicMembers });
  return client.feedback.get(settings.project, id, { include: members });
}

async function readComments(
  { client, settings, person }: Visit,
  id: string,
  cursor: string | undefined,
): Promise<{ records: Comment[]; nextCursor: string | undefined }> {
  if (!person) return client.feedback.comments.listPublic(settings.project, id, { cursor });
  return client.feedback.comments.list(settings.project, id, { cursor, include: ['attachments'] });
}

function PostPage({
  visit,
  post,
  comments,
  next,
}: {
  visit: Visit;
  post: Post;
  comments: readonly Comment[];
  next: string | undefined;
}): VNode {
  const { t, person } = visit;
  const response = post.response ?? comments.findLast(({ kind }) => kind === 'response');
  return (
    <>
      <p class="back">
        <a href="/">{t('back_to_board')}</a>
      </p>
      <article class="post">
        <header>
          <Vote visit={visit} post={post} />
          <div>
            <h1 dir="auto">{post.title}</h1>
            <p class="meta">
              <StatusBadge visit={visit} status={post.status} />
              {post.approval !== undefined && post.approval !== 'approved' && (
                <strong>{t(post.approval)}</strong>
              )}
              {post.tags.map(({ name, color }) => (
                <Badge text={name} color={color} />
              ))}
              <span>{t('by', { name: authorOf(visit, post) })}</span>
              <Time visit={visit} at={post.created_at} />
              {post.estimated_date && (
                <span>{t('expected', { date: formatDate(visit, post.estimated_date) })}</span>
              )}
            </p>
          </div>
        </header>
        <Markdown text={post.description} />
        <Fields visit={visit} post={post} />
        <Attachments files={post.attachments} />
        {response && (
          <section class="response" aria-labelledby="response">
            <h2 id="response">{t('official_response')}</h2>
            <Markdown text={response.content} />
            <p class="meta">
              <span>{authorOf(visit, response)}</span>
              <Time visit={visit} at={response.created_at} />
            </p>
          </section>
        )}
        {person ? (
          <Subscription visit={visit} post={post} />
        ) : (
          <SignInLink visit={visit}>{t('sign_in_to_take_part')}</SignInLink>
        )}
      </article>
      {visit.isEditor && <TeamTools visit={visit} post={post} />}
      <section aria-labelledby="discussion">
        <h2 id="discussion">{t('discussion')}</h2>
        <Discussion visit={visit} post={post} comments={comments} />
        <Pager visit={visit} cursor={next} />
      </section>
    </>
  );
}

function Subscription({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t } = visit;
  const subscribed = post.viewer?.subscribed === true;
  return (
    <Form visit={visit} action={`/posts/${post.id}/subscription`} class="subscription">
      <input type="hidden" name="subscribe" value={subscribed ? 'no' : 'yes'} />
      <button class="secondary">{t(subscribed ? 'unsubscribe' : 'subscribe')}</button>
      <span>{t(subscribed ? 'unsubscribe_hint' : 'subscribe_hint')}</span>
    </Form>
  );
}

function Fields({ visit, post }: { visit: Visit; post: Post }): VNode | null {
  const shown = visit.project.fields.flatMap(({ key, name }) => {
    const value = post.fields?.[key];
    return value === undefined ? [] : [{ name, value: [value].flat().join(', ') }];
  });
  if (shown.length === 0) return null;
  return (
    <dl class="fields">
      {shown.map(({ name, value }) => (
        <div>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
