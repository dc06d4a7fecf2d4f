import { Router } from 'express';
import type { UpdateFeedbackRequest } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import type { Post } from '../project.js';
import { type Body, text, texts } from '../session.js';
import { Checkbox, Form, Input, Select, TextArea } from '../views/form.js';
import { personalVisitOf, type Visit } from '../visit.js';

/** What editors change on a post. The service decides who is allowed to. */
export const team = Router();

team.post('/ideas/:id/status', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id } = request.params;
  const body = request.body as Body;
  const [status, comment] = [text(body, 'status'), text(body, 'comment')];
  const { feedback } = client;
  // The API takes a comment on a status only with a change.
  if (status === text(body, 'from') && comment !== '')
    await feedback.comments.create(settings.project, id, { content: comment, kind: 'response' });
  else
    await feedback.update(settings.project, id, {
      status,
      ...(comment !== '' && { status_comment: comment }),
    });
  response.redirect(303, `/ideas/${id}?notice=done`);
});

team.post('/ideas/:id/organize', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id } = request.params;
  const body = request.body as Body;
  // What a colleague has changed since the page was shown stays, unless it was changed here, too.
  const isChanged = (name: string) =>
    texts(body, name).sort().join('\n') !== texts(body, `from_${name}`).sort().join('\n');
  const changes: UpdateFeedbackRequest = {
    ...(isChanged('board') && { board: text(body, 'board') }),
    ...(isChanged('assignee') && { assignee_id: text(body, 'assignee') }),
    ...(isChanged('expected') && { estimated_date: text(body, 'expected') }),
    ...(isChanged('tag') && { tags: texts(body, 'tag') }),
    ...(isChanged('pinned') && { pinned: text(body, 'pinned') === 'yes' }),
    ...(isChanged('locked') && { comments_locked: text(body, 'locked') === 'yes' }),
  };
  await client.feedback.update(settings.project, id, changes);
  response.redirect(303, `/ideas/${id}?notice=saved`);
});

/** Changes the status, with a comment that is shown as the official response. */
export function StatusForm({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t, project } = visit;
  return (
    <details class="card team">
      <summary class="team__summary">{t('change_status')}</summary>
      <Form visit={visit} action={`/ideas/${post.id}/status`} class="stack">
        <input type="hidden" name="from" value={post.status} />
        <Select
          label={t('new_status')}
          name="status"
          value={post.status}
          options={project.statuses.map(({ key, name }) => [key, name] as const)}
        />
        <TextArea
          label={t('status_comment')}
          hint={t('status_comment_hint')}
          name="comment"
          rows={3}
          maxLength={10_000}
        />
        <div>
          <button class="button">{t('save')}</button>
        </div>
      </Form>
    </details>
  );
}

/** What editors change in place: board, assignee, expected date, tags, pin and lock. */
export function Organizing({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t, project } = visit;
  const chosen = new Set(post.tags.map(({ name }) => name));
  const { board = '', assignee } = post;
  // What is kept of the project may not have what was created since, nor all of it.
  const boards = new Map([[board, board], ...project.boards.map(({ slug, name }) => [slug, name] as const)]);
  const people = [...project.team, ...(assignee ? [assignee] : [])];
  const team = new Map(people.map(({ id, full_name: name }) => [id, name]));
  const tags = new Set([...project.tags.map(({ name }) => name), ...chosen]);
  const shown: readonly (readonly [name: string, value: string])[] = [
    ['board', board],
    ['assignee', assignee?.id ?? ''],
    ['expected', post.estimated_date ?? ''],
    ...[...chosen].map((name) => ['tag', name] as const),
    ...(post.pinned === true ? [['pinned', 'yes'] as const] : []),
    ...(post.comments_locked === true ? [['locked', 'yes'] as const] : []),
  ];
  return (
    <Form visit={visit} action={`/ideas/${post.id}/organize`} class="card stack" aria-label={t('organize')}>
      {shown.map(([name, value]) => (
        <input type="hidden" name={`from_${name}`} value={value} />
      ))}
      <Select
        label={t('board_filter')}
        name="board"
        value={board}
        options={[['', t('no_board')], ...[...boards].filter(([slug]) => slug !== '')]}
      />
      <Select
        label={t('assignee')}
        name="assignee"
        value={assignee?.id ?? ''}
        options={[['', t('nobody')], ...team]}
      />
      <Input label={t('expected')} type="date" name="expected" value={post.estimated_date ?? ''} />
      <details>
        <summary>
          {t('tags')}: {[...chosen].join(', ') || t('none')}
        </summary>
        <fieldset class="checks">
          <legend class="hidden">{t('tags')}</legend>
          {[...tags].map((name) => (
            <Checkbox label={name} name="tag" value={name} checked={chosen.has(name)} />
          ))}
        </fieldset>
      </details>
      <Checkbox label={t('pin')} name="pinned" value="yes" checked={post.pinned === true} />
      <Checkbox label={t('lock')} name="locked" value="yes" checked={post.comments_locked === true} />
      <div>
        <button class="button button_secondary">{t('save')}</button>
      </div>
    </Form>
  );
}

/** Merging, and undoing it. */
export function TeamLinks({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t } = visit;
  const merged = post.merged_ids ?? [];
  return (
    <div class="card stack">
      {merged.length === 0 ? (
        <a href={`/ideas/${post.id}/merge`}>{t('merge_heading')}</a>
      ) : (
        <p>{t('merged', { count: merged.length })}</p>
      )}
      {merged.map((id) => (
        <Form visit={visit} action={`/ideas/${id}/unmerge`}>
          <button class="button button_secondary">{t('undo_merge')}</button>
        </Form>
      ))}
      {post.approval !== undefined && post.approval !== 'approved' && <a href="/inbox">{t('inbox')}</a>}
    </div>
  );
}
