import { Router } from 'express';
import type { FeedbackComment } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { members, type Post } from '../project.js';
import { type Body, text } from '../session.js';
import { Form, Select, TextArea } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { authorOf, Markdown, Time } from '../views/parts.js';
import { PostSummary } from '../views/summary.js';
import { personalVisitOf, type Visit } from '../visit.js';

/** What editors do: approving, changing the status, merging. The service decides who is allowed to. */
export const team = Router();

const approvals = ['approved', 'rejected'] as const;

team.get('/queue', async (_request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings, t } = visit;
  const [posts, comments] = await Promise.all([
    client.feedback.list(settings.project, { approval: 'pending', sort: 'oldest', include: members }),
    client.comments.listProject(settings.project, { approval: 'pending' }),
  ]);
  sendPage(response, {
    title: t('queue_heading'),
    section: 'queue',
    content: <Queue visit={visit} posts={posts.records} comments={comments.records} />,
  });
});

team.post('/posts/:id/approval', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const approval = approvalOf(request.body as Body);
  await client.feedback.update(settings.project, request.params.id, { approval });
  response.redirect(303, '/queue?notice=done');
});

team.post('/posts/:id/comments/:comment/approval', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id, comment } = request.params;
  await client.feedback.comments.update(settings.project, id, comment, {
    approval: approvalOf(request.body as Body),
  });
  response.redirect(303, '/queue?notice=done');
});

team.post('/posts/:id/status', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id } = request.params;
  const body = request.body as Body;
  const comment = text(body, 'comment');
  await client.feedback.update(settings.project, id, {
    status: text(body, 'status'),
    ...(comment !== '' && { status_comment: comment }),
  });
  response.redirect(303, `/posts/${id}?notice=done`);
});

team.post('/posts/:id/merge', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const [into = ''] =
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text(request.body as Body, 'into')) ?? [];
  const target = await client.feedback.merge(settings.project, request.params.id, { into });
  response.redirect(303, `/posts/${target.id}?notice=done`);
});

team.post('/posts/:id/unmerge', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  await client.feedback.unmerge(settings.project, request.params.id);
  response.redirect(303, `/posts/${request.params.id}?notice=done`);
});

function approvalOf(body: Body): (typeof approvals)[number] {
  return text(body, 'approval') === 'approved' ? 'approved' : 'rejected';
}

/** The forms of editors on a post. */
export function TeamTools({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t, project } = visit;
  const action = `/posts/${post.id}`;
  return (
    <details class="card stack">
      <summary>{t('team_tools')}</summary>
      {post.approval !== 'approved' && <ApprovalForm visit={visit} action={`${action}/approval`} />}
      <Form visit={visit} action={`${action}/status`} class="stack">
        <Select
          label={t('new_status')}
          name="status"
          value={post.status}
          options={project.statuses.map(({ key, name }) => [key, name] as const)}
        />
        <TextArea label={t('status_comment')} name="comment" maxLength={10_000} />
        <div>
          <button>{t('change_status')}</button>
        </div>
      </Form>
      <Form visit={visit} action={`${action}/merge`} class="stack">
        <label class="field">
          <span>{t('merge_into')}</span>
          <input name="into" required />
        </label>
        <div>
          <button class="secondary">{t('merge')}</button>
        </div>
      </Form>
      {(post.merged_ids ?? []).length > 0 && <p>{t('merged', { count: post.merged_ids?.length ?? 0 })}</p>}
      {post.merged_ids?.map((id) => (
        <Form visit={visit} action={`/posts/${id}/unmerge`}>
          <button class="secondary">{t('undo_merge')}</button>
        </Form>
      ))}
    </details>
  );
}

function ApprovalForm({ visit, action }: { visit: Visit; action: string }): VNode {
  const { t } = visit;
  return (
    <Form visit={visit} action={action} class="buttons">
      <button name="approval" value="approved">
        {t('approve')}
      </button>
      <button name="approval" value="rejected" class="secondary">
        {t('reject')}
      </button>
    </Form>
  );
}

function Queue({
  visit,
  posts,
  comments,
}: {
  visit: Visit;
  posts: readonly Post[];
  comments: readonly FeedbackComment[];
}): VNode {
  const { t } = visit;
  return (
    <>
      <h1>{t('queue_heading')}</h1>
      {posts.length + comments.length === 0 && <p class="empty">{t('queue_empty')}</p>}
      {posts.length > 0 && (
        <section>
          <h2>{t('waiting_ideas')}</h2>
          {posts.map((post) => (
            <article class="card stack">
              <PostSummary visit={visit} post={post} />
              <ApprovalForm visit={visit} action={`/posts/${post.id}/approval`} />
            </article>
          ))}
        </section>
      )}
      {comments.length > 0 && (
        <section>
          <h2>{t('waiting_comments')}</h2>
          {comments.map((comment) => (
            <article class="card stack">
              <p class="meta">
                <strong>{authorOf(visit, comment)}</strong>
                <Time visit={visit} at={comment.created_at} />
                <a href={`/posts/${comment.feedback_id}`}>{t('discussion')}</a>
              </p>
              <Markdown text={comment.content} />
              <ApprovalForm
                visit={visit}
                action={`/posts/${comment.feedback_id}/comments/${comment.id}/approval`}
              />
            </article>
          ))}
        </section>
      )}
    </>
  );
}
