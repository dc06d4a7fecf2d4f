import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { FeedbackComment } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import type { Post } from '../project.js';
import { type Body, text } from '../session.js';
import { Attachments } from '../views/attachments.js';
import { Form, Select, TextArea } from '../views/form.js';
import { Ago, authorOf, Avatar, type Comment, Markdown, StatusPill } from '../views/parts.js';
import { personalVisitOf, type Visit } from '../visit.js';
import type { History } from './post.js';

const kinds = ['comment', 'response', 'internal'] as const;

/** Comments and replies. Editors also write official responses, and internal comments. */
export const comments = Router();

comments.post('/ideas/:id/comments', async (request, response) => {
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
  response.redirect(303, `/ideas/${id}${isPending ? '?notice=pending' : `#${created.id}`}`);
});

comments.post('/ideas/:id/comments/:comment', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id, comment } = request.params;
  const body = request.body as Body;
  const { comments } = client.feedback;
  if (text(body, 'delete') === 'yes') {
    await comments.delete(settings.project, id, comment);
    return response.redirect(303, `/ideas/${id}?notice=deleted`);
  }
  await comments.update(settings.project, id, comment, { content: text(body, 'content') });
  response.redirect(303, `/ideas/${id}#${comment}`);
});

interface Props {
  readonly visit: Visit;
  readonly post: Post & History;
  readonly comments: readonly Comment[];
  readonly isLastPage: boolean;
}

/** The comments of a post with their replies, and between them the changes of its status; and the forms to write more. */
export function Discussion({ visit, post, comments, isLastPage }: Props): VNode {
  const { t, isEditor } = visit;
  const canComment = isEditor || post.comments_locked !== true;
  const ids = new Set(comments.map(({ id }) => id));
  const repliesTo = (id: string) => comments.filter(({ parent_id: parent }) => parent === id);
  // A reply whose comment is on another page stands alone.
  const threads = comments.filter(({ parent_id: parent }) => !ids.has(parent));
  const [from, to] = [comments[0]?.created_at ?? '', comments.at(-1)?.created_at ?? ''];
  const isFirstPage = !visit.path.includes('cursor=');
  const changes = post.status_changes.filter(
    ({ created_at: at }) => (isFirstPage || at >= from) && (isLastPage || at < to),
  );
  const items = [
    ...changes.map((change) => ({ at: change.created_at, comment: undefined, change })),
    ...threads.map((comment) => ({ at: comment.created_at, comment, change: undefined })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <>
      {items.length === 0 && <p class="empty">{t('no_comments')}</p>}
      <ol class="timeline">
        {items.map(({ at, comment, change }) =>
          comment ? (
            <li class="timeline__item">
              <Article visit={visit} post={post} comment={comment} canReply={canComment} />
              {repliesTo(comment.id).length > 0 && (
                <ul class="replies">
                  {repliesTo(comment.id).map((reply) => (
                    <li>
                      <Article visit={visit} post={post} comment={reply} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ) : (
            <li class="timeline__change">
              <span>{t('status_changed')}</span>
              <StatusPill visit={visit} status={change.to} />
              <Ago visit={visit} at={at} />
            </li>
          ),
        )}
      </ol>
      {canComment ? (
        <CommentForm visit={visit} post={post} label={t('your_comment')} />
      ) : (
        <p class="empty">{t('comments_locked')}</p>
      )}
    </>
  );
}

function ReplyForm({ visit, post, comment }: { visit: Visit; post: Post; comment: Comment }): VNode {
  const label = visit.t('your_reply', { name: authorOf(visit, comment) });
  // The service makes replies to internal comments internal.
  return (
    <details class="action">
      <summary class="action__summary">{visit.t('reply')}</summary>
      <CommentForm visit={visit} post={post} label={label} parent={comment} />
    </details>
  );
}

/** Visitors write, too: what they have written is sent after the sign-in. */
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
  const { t, isEditor, person } = visit;
  return (
    <Form visit={visit} action={`/ideas/${post.id}/comments`} class={parent ? 'stack' : 'card stack'}>
      <input type="hidden" name="key" value={randomUUID()} />
      {parent && <input type="hidden" name="parent_id" value={parent.id} />}
      {parent?.kind === 'internal' && <input type="hidden" name="kind" value="internal" />}
      <TextArea label={label} name="content" required rows={3} maxLength={10_000} />
      <div class="buttons buttons_spread">
        {isEditor && parent?.kind !== 'internal' && (
          <Select
            compact
            label={t('kind')}
            name="kind"
            value="comment"
            options={kinds.map((kind) => [kind, t(`kind_${kind}`)] as const)}
          />
        )}
        <button class="button">{t('send')}</button>
        {!person && <small class="field__hint">{t('sign_in_later')}</small>}
      </div>
    </Form>
  );
}

function Article({
  visit,
  post,
  comment,
  canReply = false,
}: {
  visit: Visit;
  post: Post;
  comment: Comment;
  canReply?: boolean;
}): VNode {
  const { t, person, isEditor } = visit;
  const { id, kind, approval } = comment;
  const isOwn = person !== undefined && comment.user_id === person.id;
  const isTeam = comment.by_team === true || kind === 'response';
  return (
    <article class={`comment comment_${kind}`} id={id}>
      <Avatar user={comment.user} />
      <div class="comment__body">
        <p class="meta">
          <strong dir="auto">{authorOf(visit, comment)}</strong>
          {isTeam && <span class="mark mark_team">{t('team')}</span>}
          {kind === 'response' && <span class="mark">{t('kind_response')}</span>}
          {kind === 'internal' && <span class="mark">{t('internal')}</span>}
          {approval !== 'approved' && <span class="mark">{t(approval)}</span>}
          <Ago visit={visit} at={comment.created_at} />
        </p>
        <Markdown text={comment.content} />
        <Attachments files={comment.attachments} />
        <div class="actions">
          {canReply && comment.parent_id === '' && <ReplyForm visit={visit} post={post} comment={comment} />}
          {(isOwn || isEditor) && <EditComment visit={visit} post={post} comment={comment} />}
        </div>
      </div>
    </article>
  );
}

/** Changes or deletes a comment. */
export function EditComment({ visit, post, comment }: { visit: Visit; post: Post; comment: Comment }): VNode {
  const { t } = visit;
  return (
    <details class="action">
      <summary class="action__summary">
        {t('edit')}
        <span class="hidden"> ({t('comment_of', { name: authorOf(visit, comment) })})</span>
      </summary>
      <Form visit={visit} action={`/ideas/${post.id}/comments/${comment.id}`} class="stack">
        <TextArea label={t('comment')} name="content" value={comment.content} required maxLength={10_000} />
        <div class="buttons">
          <button class="button">{t('save')}</button>
          <button class="button button_danger" name="delete" value="yes">
            {t('delete')}
          </button>
        </div>
      </Form>
    </details>
  );
}
