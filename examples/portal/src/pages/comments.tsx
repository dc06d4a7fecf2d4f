import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { FeedbackComment } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import type { Post } from '../project.js';
import { type Body, text } from '../session.js';
import { Form, Select, TextArea } from '../views/form.js';
import { authorOf, type Comment, Markdown, Time } from '../views/parts.js';
import { personalVisitOf, type Visit } from '../visit.js';
import { Attachments } from '../views/attachments.js';

const kinds = ['comment', 'response', 'internal'] as const;

/** Comments and replies. Editors also write official responses, and internal comments. */
export const comments = Router();

comments.post('/posts/:id/comments', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id } = request.params;
  const body = request.body as Body;
  const kind = kinds.find((each) => each === text(body, 'kind')) ?? 'comment';
  const created: FeedbackComment = await client.feedback.comments.create(
    settings.project,
    id,
    { content: text(body, 'content'), parent_id: text(body, 'parent_id'), kind },
    {},
    { idempotencyKey: text(body, 'key') || randomUUID() },
  );
  const isPending = created.approval === 'pending';
  response.redirect(303, `/posts/${id}${isPending ? '?notice=pending' : `#${created.id}`}`);
});

/** The comments of a post, each with its replies, and the forms to write more. */
export function Discussion({
  visit,
  post,
  comments,
}: {
  visit: Visit;
  post: Post;
  comments: readonly Comment[];
}): VNode {
  const { t, person, isEditor } = visit;
  const canComment = person !== undefined && (isEditor || post.comments_locked !== true);
  const ids = new Set(comments.map(({ id }) => id));
  const repliesTo = (id: string) => comments.filter(({ parent_id: parent }) => parent === id);
  return (
    <>
      {comments.length === 0 && <p class="empty">{t('no_comments')}</p>}
      <ul class="comments">
        {comments
          // A reply whose comment is on another page stands alone.
          .filter(({ parent_id: parent }) => !ids.has(parent))
          .map((comment) => (
            <li>
              <Article visit={visit} comment={comment} />
              <Replies visit={visit} replies={repliesTo(comment.id)} />
              {canComment && comment.parent_id === '' && (
                <ReplyForm visit={visit} post={post} comment={comment} />
              )}
            </li>
          ))}
      </ul>
      {canComment && <CommentForm visit={visit} post={post} label={t('your_comment')} />}
      {person && !canComment && <p>{t('comments_locked')}</p>}
    </>
  );
}

function Replies({ visit, replies }: { visit: Visit; replies: readonly Comment[] }): VNode | null {
  if (replies.length === 0) return null;
  return (
    <ul class="comments">
      {replies.map((reply) => (
        <li>
          <Article visit={visit} comment={reply} />
        </li>
      ))}
    </ul>
  );
}

function ReplyForm({ visit, post, comment }: { visit: Visit; post: Post; comment: Comment }): VNode {
  const label = visit.t('your_reply', { name: authorOf(visit, comment) });
  // The service makes replies to internal comments internal.
  return (
    <details class="reply">
      <summary>{visit.t('reply')}</summary>
      <CommentForm visit={visit} post={post} label={label} parent={comment} />
    </details>
  );
}

function CommentForm({
  visit,
  post,
  label,
  parent,
}: {
  visit: Visit;
  post: Post;
  label: string;
  parent?: Comment;
}): VNode {
  const { t, isEditor } = visit;
  return (
    <Form visit={visit} action={`/posts/${post.id}/comments`} class="stack">
      <input type="hidden" name="key" value={randomUUID()} />
      {parent && <input type="hidden" name="parent_id" value={parent.id} />}
      {parent?.kind === 'internal' && <input type="hidden" name="kind" value="internal" />}
      <TextArea label={label} name="content" required maxLength={10_000} />
      {isEditor && parent?.kind !== 'internal' && (
        <Select
          label={t('kind')}
          name="kind"
          value="comment"
          options={kinds.map((kind) => [kind, t(`kind_${kind}`)] as const)}
        />
      )}
      <div>
        <button>{t('send')}</button>
      </div>
    </Form>
  );
}

function Article({ visit, comment }: { visit: Visit; comment: Comment }): VNode {
  const { t } = visit;
  const { id, kind, approval } = comment;
  return (
    <article class={`comment ${kind}`} id={id}>
      <p class="meta">
        <strong dir="auto">{authorOf(visit, comment)}</strong>
        {kind === 'response' && <span class="mark">{t('team')}</span>}
        {kind === 'internal' && <span class="mark">{t('internal')}</span>}
        {approval !== 'approved' && <span class="mark">{t(approval)}</span>}
        <Time visit={visit} at={comment.created_at} />
      </p>
      <Markdown text={comment.content} />
      <Attachments files={comment.attachments} />
    </article>
  );
}
