import { Router } from 'express';
import type { VNode } from 'preact';
import { PageNotFound } from '../errors.js';
import type { Post } from '../project.js';
import { type Body, text } from '../session.js';
import { ideaPath } from '../urls.js';
import { Form, Input, TextArea } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { personalVisitOf, type Visit } from '../visit.js';

/** Authors edit and delete their feedback, editors all feedback. The service decides who is allowed to. */
export const editing = Router();

editing.get('/ideas/:id/edit', async (request, response) => {
  const visit = personalVisitOf(response);
  const include = ['viewer'] as const;
  const post = await visit.client.feedback.get(visit.settings.project, request.params.id, { include });
  if (!post.viewer.can_edit) throw new PageNotFound();
  sendPage(response, {
    title: visit.t('edit'),
    section: 'board',
    content: <EditPage visit={visit} post={post} />,
  });
});

editing.post('/ideas/:id/edit', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const body = request.body as Body;
  const post = await client.feedback.update(settings.project, request.params.id, {
    title: text(body, 'title'),
    description: text(body, 'description'),
  });
  response.redirect(303, `${ideaPath(post)}?notice=saved`);
});

editing.post('/ideas/:id/delete', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  await client.feedback.delete(settings.project, request.params.id);
  response.redirect(303, '/?notice=deleted');
});

function EditPage({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t } = visit;
  return (
    <>
      <p>
        <a class="back" href={ideaPath(post)}>
          {post.title}
        </a>
      </p>
      <h1>{t('edit_heading')}</h1>
      <Form visit={visit} action={`/ideas/${post.id}/edit`} class="card stack">
        <Input label={t('title')} name="title" value={post.title} required maxLength={200} />
        <TextArea
          label={t('description')}
          name="description"
          value={post.description}
          rows={8}
          maxLength={10_000}
        />
        <div>
          <button class="button">{t('save')}</button>
        </div>
      </Form>
      <details class="card">
        <summary class="team__summary">{t('delete_idea')}</summary>
        <Form visit={visit} action={`/ideas/${post.id}/delete`} class="stack">
          <p>{t('delete_idea_hint')}</p>
          <button class="button button_danger">{t('delete')}</button>
        </Form>
      </details>
    </>
  );
}
