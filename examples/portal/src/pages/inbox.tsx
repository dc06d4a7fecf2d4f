import { Router } from 'express';
import type { FeedbackComment } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { members, type Post } from '../project.js';
import { type Body, text, texts } from '../session.js';
import { Form } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { Ago, authorOf, Avatar, Markdown } from '../views/parts.js';
import { PostSummary } from '../views/summary.js';
import { personalVisitOf, type Visit } from '../visit.js';

/** What waits for approval, for editors: one by one, or many at once. */
export const inbox = Router();

inbox.get('/inbox', async (_request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings, t } = visit;
  const [posts, comments] = await Promise.all([
    client.feedback.list(settings.project, { approval: 'pending', sort: 'oldest', include: members }),
    client.comments.listProject(settings.project, { approval: 'pending' }),
  ]);
  const waiting = posts.records.length + comments.records.length;
  response.locals['visit'] = { ...visit, waiting };
  sendPage(response, {
    title: t('inbox'),
    section: 'inbox',
    content: <Inbox visit={visit} posts={posts.records} comments={comments.records} />,
  });
});

inbox.post('/inbox', async (request, response) => {
  const { client, settings, refresh } = personalVisitOf(response);
  const body = request.body as Body;
  const approval = text(body, 'approval') === 'approved' ? 'approved' : 'rejected';
  const [ids, chosen] = [texts(body, 'post'), texts(body, 'comment')];
  if (ids.length + chosen.length === 0) return response.redirect(303, '/inbox');
  if (ids.length > 0) await client.feedback.bulkUpdate(settings.project, { ids, set: { approval } });
  for (const comment of chosen) {
    const [feedbackId = '', id = ''] = comment.split('/');
    await client.feedback.comments.update(settings.project, feedbackId, id, { approval });
  }
  refresh();
  response.redirect(303, '/inbox?notice=done');
});

function Inbox({
  visit,
  posts,
  comments,
}: {
  visit: Visit;
  posts: readonly Post[];
  comments: readonly FeedbackComment[];
}): VNode {
  const { t } = visit;
  if (posts.length + comments.length === 0) {
    return (
      <div class="stack">
        <h1>{t('inbox_heading')}</h1>
        <p class="empty">{t('inbox_empty')}</p>
      </div>
    );
  }
  return (
    <div class="stack">
      <h1>{t('inbox_heading')}</h1>
      <p class="heading__intro">{t('inbox_intro')}</p>
      <Form visit={visit} action="/inbox" class="stack">
        {posts.map((post) => (
          <div class="card card_row">
            <input
              class="check__box"
              type="checkbox"
              name="post"
              value={post.id}
              checked={posts.length + comments.length === 1}
              aria-label={post.title}
            />
            <PostSummary visit={visit} post={post} />
          </div>
        ))}
        {comments.map((comment) => (
          <div class="card card_row">
            <input
              class="check__box"
              type="checkbox"
              name="comment"
              value={`${comment.feedback_id}/${comment.id}`}
              checked={posts.length + comments.length === 1}
              aria-label={t('comment_of', { name: authorOf(visit, comment) })}
            />
            <div class="summary">
              <p class="meta">
                <span class="by">
                  <Avatar user={comment.user} />
                  <strong dir="auto">{authorOf(visit, comment)}</strong>
                </span>
                <Ago visit={visit} at={comment.created_at} />
                <a href={`/ideas/${comment.feedback_id}`}>{t('discussion')}</a>
              </p>
              <Markdown text={comment.content} />
            </div>
          </div>
        ))}
        <div class="buttons sticky">
          <button class="button" name="approval" value="approved">
            {t('approve')}
          </button>
          <button class="button button_secondary" name="approval" value="rejected">
            {t('reject')}
          </button>
        </div>
      </Form>
    </div>
  );
}
