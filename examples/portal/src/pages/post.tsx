import { Router } from 'express';
import type { ComponentChildren, VNode } from 'preact';
import { historyMembers, members, type Post, publicMembers } from '../project.js';
import { type Body, localPath, text } from '../session.js';
import { ideaId, ideaPath } from '../urls.js';
import { Attachments } from '../views/attachments.js';
import { Form } from '../views/form.js';
import { sendPage, SignInLink } from '../views/layout.js';
import {
  Ago,
  authorOf,
  Avatar,
  type Comment,
  Day,
  formatDate,
  Markdown,
  Pager,
  StatusPill,
  Tags,
  Vote,
  voteLabel,
} from '../views/parts.js';
import { personalVisitOf, type Visit, visitOf } from '../visit.js';
import { Discussion, EditComment } from './comments.js';
import { Organizing, StatusForm, TeamLinks } from './team.js';

/** A post: feedback with its response, its comments, votes and the subscription of the person. */
export const post = Router();

// The path that templates of URLs can have, and the one of former releases.
post.get('/posts/:id', (request, response) => response.redirect(301, `/ideas/${request.params.id}`));

post.get('/ideas/:path', async (request, response) => {
  const visit = visitOf(response);
  const query = request.query as Body;
  const id = ideaId(request.params.path) || request.params.path;
  const cursor = text(query, 'cursor') || undefined;
  const [record, comments] = await Promise.all([readPost(visit, id), readComments(visit, id, cursor)]);
  // Merged feedback leads to what it is merged into; a title can have been changed.
  const path = ideaPath(record);
  if (request.path !== path) {
    const rest = new URL(request.originalUrl, visit.settings.url).search;
    // Browsers ask again: a merge can be undone, and a title changed back.
    return response.set('Cache-Control', 'no-cache').redirect(301, path + rest);
  }
  sendPage(response, {
    title: record.title,
    section: 'board',
    description: record.description || record.title,
    canonical: path,
    image: record.attachments?.find(({ media_type: type }) => type.startsWith('image/'))?.url,
    content: <PostPage visit={visit} post={record} comments={comments.records} next={comments.nextCursor} />,
  });
});

post.post('/ideas/:id/vote', async (request, response) => {
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

post.post('/ideas/:id/subscription', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id } = request.params;
  const { subscribers } = client.feedback;
  if (text(request.body as Body, 'subscribe') === 'no')
    await subscribers.unsubscribe(settings.project, id, 'me');
  else await subscribers.subscribe(settings.project, id, 'me');
  response.redirect(303, `/ideas/${id}`);
});

async function readPost({ client, settings, person }: Visit, id: string): Promise<Post & History> {
  if (!person) {
    const include = [...publicMembers, ...historyMembers] as const;
    return client.feedback.getPublic(settings.project, id, { include });
  }
  return client.feedback.get(settings.project, id, { include: [...members, ...historyMembers] });
}

/** The changes of the status of a post. */
export interface History {
  readonly status_changes: readonly {
    readonly from: string;
    readonly to: string;
    readonly comment_id: string;
    readonly created_at: string;
  }[];
}

async function readComments(
  { client, settings, person }: Visit,
  id: string,
  cursor: string | undefined,
): Promise<{ records: Comment[]; nextCursor: string | undefined }> {
  const query = { cursor, include: ['attachments', 'by_team'] } as const;
  if (!person) return client.feedback.comments.listPublic(settings.project, id, query);
  return client.feedback.comments.list(settings.project, id, query);
}

interface Props {
  readonly visit: Visit;
  readonly post: Post & History;
  readonly comments: readonly Comment[];
  readonly next: string | undefined;
}

function PostPage({ visit, post, comments, next }: Props): VNode {
  const { t, isEditor } = visit;
  const response = post.response ?? comments.findLast(({ kind }) => kind === 'response');
  const canEdit = post.viewer?.can_edit === true;
  return (
    <>
      <p>
        <a class="back" href="/">
          {t('back_to_board')}
        </a>
      </p>
      <div class="split">
        <div class="split__main">
          <article class="card post">
            <header class="post__header">
              <Vote visit={visit} post={post} />
              <div class="summary">
                <h1 class="post__title" dir="auto">
                  {post.title}
                </h1>
                <p class="meta">
                  <span class="post__status">
                    <StatusPill visit={visit} status={post.status} />
                  </span>
                  {post.approval !== undefined && post.approval !== 'approved' && (
                    <span class="mark">{t(post.approval)}</span>
                  )}
                  <span class="by">
                    <Avatar user={post.user} />
                    <strong dir="auto">{authorOf(visit, post)}</strong>
                  </span>
                  <Ago visit={visit} at={post.created_at} />
                  {canEdit && <a href={`/ideas/${post.id}/edit`}>{t('edit')}</a>}
                </p>
              </div>
            </header>
            <Markdown text={post.description} />
            <Attachments files={post.attachments} />
            {response && <Response visit={visit} post={post} response={response} />}
          </article>
          {isEditor && <StatusForm visit={visit} post={post} />}
          <section class="stack" aria-labelledby="discussion">
            <h2 id="discussion">{t('discussion')}</h2>
            <Discussion
              visit={visit}
              post={post}
              comments={comments.filter(({ id }) => id !== response?.id)}
              isLastPage={next === undefined}
            />
            <Pager visit={visit} cursor={next} />
          </section>
        </div>
        <Side visit={visit} post={post} />
      </div>
    </>
  );
}

function Response({ visit, post, response }: { visit: Visit; post: Post; response: Comment }): VNode {
  const { t, isEditor } = visit;
  return (
    <section class="response" id={response.id} aria-labelledby="response">
      <h2 class="response__heading" id="response">
        {t('official_response')}
      </h2>
      <Markdown text={response.content} />
      <p class="meta">
        <span class="by">
          <Avatar user={response.user} />
          <strong dir="auto">{authorOf(visit, response)}</strong>
        </span>
        <span class="mark mark_team">{t('team')}</span>
        <Ago visit={visit} at={response.created_at} />
      </p>
      {isEditor && <EditComment visit={visit} post={post} comment={response} />}
    </section>
  );
}

/** What is known about a post, and what editors change in place. */
function Side({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t, project, isEditor } = visit;
  const board = project.boards.find(({ slug }) => slug === post.board);
  const fields = project.fields.flatMap(({ key, name }) => {
    const value = post.fields?.[key];
    return value === undefined ? [] : [{ name, value: [value].flat().join(', ') }];
  });
  return (
    <aside class="split__side" aria-label={t('details')}>
      <div class="card stack">
        <dl class="facts">
          <Fact name={t('status')}>
            <StatusPill visit={visit} status={post.status} />
          </Fact>
          {board && !isEditor && <Fact name={t('board_filter')}>{board.name}</Fact>}
          {post.tags.length > 0 && !isEditor && (
            <Fact name={t('tags')}>
              <span class="meta">
                <Tags tags={post.tags} />
              </span>
            </Fact>
          )}
          {post.estimated_date && !isEditor && (
            <Fact name={t('expected')}>{formatDate(visit, post.estimated_date)}</Fact>
          )}
          {fields.map(({ name, value }) => (
            <Fact name={name}>
              <span dir="auto">{value}</span>
            </Fact>
          ))}
          <Fact name={t('voters')}>
            {isEditor ? (
              <a href={`/ideas/${post.id}/voters`} aria-label={t('votes', { count: post.upvotes })}>
                {post.upvotes}
              </a>
            ) : (
              post.upvotes
            )}
          </Fact>
          <Fact name={t('submitted')}>
            <Day visit={visit} at={post.created_at} />
          </Fact>
        </dl>
        <Subscription visit={visit} post={post} />
      </div>
      {isEditor && <Organizing visit={visit} post={post} />}
      {isEditor && <TeamLinks visit={visit} post={post} />}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div class="facts__row">
      <dt class="facts__name">{name}</dt>
      <dd class="facts__value">{children}</dd>
    </div>
  );
}

function Subscription({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t } = visit;
  const subscribed = post.viewer?.subscribed === true;
  if (!visit.person) {
    return (
      <SignInLink visit={visit} class="button button_secondary">
        {t('sign_in_to_follow')}
      </SignInLink>
    );
  }
  return (
    <Form visit={visit} action={`/ideas/${post.id}/subscription`} class="stack">
      <input type="hidden" name="subscribe" value={subscribed ? 'no' : 'yes'} />
      <button class="button button_secondary">{t(subscribed ? 'unsubscribe' : 'subscribe')}</button>
      <small class="field__hint">{t(subscribed ? 'unsubscribe_hint' : 'subscribe_hint')}</small>
    </Form>
  );
}
