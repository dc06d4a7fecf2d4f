import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { Attachment, ChangelogWith, CreateChangelogRequest } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { fileOf } from '../markdown.js';
import { type Body, text, texts } from '../session.js';
import { entryPath } from '../urls.js';
import { Checkbox, Form, Input, TextArea } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { Day, Markdown, Pager, Pill } from '../views/parts.js';
import { personalVisitOf, type Visit } from '../visit.js';
import { Errors, errorsOf, upload } from './submit.js';

/** Where editors write the changelog: drafts, scheduled and published entries, with a preview. */
export const editor = Router();

const include = ['tags', 'state', 'feedback'] as const;
type Entry = ChangelogWith<typeof include>;

editor.get('/changelog/entries', async (request, response) => {
  const visit = personalVisitOf(response);
  const cursor = text(request.query as Body, 'cursor') || undefined;
  const { records, nextCursor } = await visit.client.changelogs.list(visit.settings.project, {
    cursor,
    include,
  });
  sendPage(response, {
    title: visit.t('write_news'),
    section: 'changelog',
    content: <EntriesPage visit={visit} entries={records} next={nextCursor} />,
  });
});

editor.get('/changelog/entries/new', (_request, response) => {
  sendPage(response, pageOf(personalVisitOf(response), {}));
});

editor.get('/changelog/entries/:id', async (request, response) => {
  const visit = personalVisitOf(response);
  const { id } = request.params;
  const { client, settings } = visit;
  const entry = await client.changelogs.get(settings.project, id, { include });
  const q = text(request.query as Body, 'q');
  const found = q === '' ? [] : (await client.feedback.list(settings.project, { q, limit: 5 })).records;
  sendPage(response, pageOf(visit, valuesOf(entry), { entry, q, found }));
});

// With the script, the preview follows the text; without it, the button shows a page.
editor.post('/changelog/preview', (request, response) => {
  personalVisitOf(response);
  const body = request.body as Body;
  response.type('html').send(renderToString(<Markdown text={text(body, 'content')} />));
});

editor.post(['/changelog/entries', '/changelog/entries/:id'], async (request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings } = visit;
  const body = request.body as Body;
  const id = String(request.params['id'] ?? '');
  const action = text(body, 'action');
  if (action === 'preview') return sendPage(response, pageOf(visit, body, { id, preview: true }));
  if (action === 'delete') {
    await client.changelogs.delete(settings.project, id);
    return response.redirect(303, '/changelog/entries?notice=deleted');
  }
  try {
    const picture = request.file && (await upload(visit, request.file));
    const changes = { ...changesOf(body), ...(picture && (await coverOf(visit, id, picture))) };
    const entry =
      id === ''
        ? await client.changelogs.create(
            settings.project,
            changes,
            { include },
            { idempotencyKey: text(body, 'key') },
          )
        : await client.changelogs.update(settings.project, id, changes, { include });
    visit.refresh();
    const isPublished = entry.state === 'published' && action === 'publish';
    response.redirect(
      303,
      `${isPublished ? entryPath(entry) : `/changelog/entries/${entry.id}`}?notice=saved`,
    );
  } catch (error) {
    const errors = errorsOf(visit, error);
    if (!errors) throw error;
    sendPage(response, pageOf(visit, body, { id, errors }), 400);
  }
});

editor.post('/changelog/entries/:id/feedback', async (request, response) => {
  const { client, settings } = personalVisitOf(response);
  const { id } = request.params;
  const body = request.body as Body;
  const { feedback } = client.changelogs;
  const [link, unlink] = [text(body, 'link'), text(body, 'unlink')];
  if (link !== '') await feedback.link(settings.project, id, link);
  if (unlink !== '') await feedback.unlink(settings.project, id, unlink);
  response.redirect(303, `/changelog/entries/${id}#ideas`);
});

/** Returns what the form says. A draft has no time. Publishing without a time publishes now, whenever the draft was written. */
function changesOf(body: Body): CreateChangelogRequest {
  const isPublic = text(body, 'action') === 'publish';
  const at = text(body, 'publish_date');
  const now = isPublic ? new Date().toISOString() : '';
  return {
    title: text(body, 'title'),
    summary: text(body, 'summary'),
    content: text(body, 'content'),
    tags: texts(body, 'tag'),
    published: isPublic,
    ...((at || now) && { publish_date: at === '' ? now : `${at}:00Z` }),
  };
}

/** Returns the changes for a new cover. The other files of the entry stay, such as the pictures in its text. */
async function coverOf(
  { client, settings }: Visit,
  id: string,
  { id: added, url }: Attachment,
): Promise<Pick<CreateChangelogRequest, 'image' | 'attachment_ids'>> {
  if (id === '') return { image: url, attachment_ids: [added] };
  const entry = await client.changelogs.get(settings.project, id, { include: ['attachments'] });
  const others = entry.attachments.filter((file) => file.url !== entry.image).map((file) => file.id);
  return { image: url, attachment_ids: [...others, added] };
}

function valuesOf({ title, summary, content, tags, publish_date: at, state }: Entry): Body {
  const time = state === 'draft' ? '' : at.slice(0, 16);
  return { title, summary, content, tag: tags.map(({ name }) => name), publish_date: time };
}

function stateColor(state: Entry['state']): string {
  return { draft: '#565d6b', scheduled: '#b4530a', published: '#0f766e' }[state];
}

function EntriesPage({
  visit,
  entries,
  next,
}: {
  visit: Visit;
  entries: readonly Entry[];
  next: string | undefined;
}): VNode {
  const { t } = visit;
  return (
    <>
      <div class="heading">
        <h1>{t('write_news')}</h1>
        <a class="button" href="/changelog/entries/new">
          {t('new_entry')}
        </a>
      </div>
      <ul class="rows">
        {entries.map((entry) => (
          <li class="rows__item">
            <a class="rows__title plain" href={`/changelog/entries/${entry.id}`}>
              {entry.title}
            </a>
            <Pill text={t(`state_${entry.state}`)} color={stateColor(entry.state)} />
            <Day visit={visit} at={entry.publish_date} />
          </li>
        ))}
      </ul>
      <Pager visit={visit} cursor={next} />
    </>
  );
}

interface Details {
  readonly entry?: Entry;
  readonly id?: string;
  readonly preview?: boolean;
  readonly errors?: readonly string[];
  /** A search for ideas to link. */
  readonly q?: string;
  readonly found?: readonly { readonly id: string; readonly title: string }[];
}

function pageOf(visit: Visit, values: Body, details: Details = {}) {
  const title = visit.t(details.entry || details.id ? 'edit_entry' : 'new_entry');
  const content = <EditorPage visit={visit} values={values} details={details} />;
  return { title, section: 'changelog' as const, content };
}

function EditorPage({ visit, values, details }: { visit: Visit; values: Body; details: Details }): VNode {
  const { t, project } = visit;
  const { entry, errors = [], preview = false } = details;
  const id = entry?.id ?? details.id ?? '';
  const chosen = new Set(texts(values, 'tag'));
  const image = entry && fileOf(entry.image);
  const isPublic = entry !== undefined && entry.state !== 'draft';
  const publish = (
    <button class="button" name="action" value="publish">
      {t('publish')}
    </button>
  );
  const saveDraft = (
    <button class="button button_secondary" name="action" value="draft">
      {t('save_draft')}
    </button>
  );
  return (
    <>
      <p>
        <a class="back" href="/changelog/entries">
          {t('write_news')}
        </a>
      </p>
      <div class="heading">
        <h1>{t(id === '' ? 'new_entry' : 'edit_entry')}</h1>
        {entry && <Pill text={t(`state_${entry.state}`)} color={stateColor(entry.state)} />}
      </div>
      <Errors visit={visit} errors={errors} />
      <Form
        visit={visit}
        action={`/changelog/entries${id === '' ? '' : `/${id}`}`}
        enctype="multipart/form-data"
        class="split"
        data-preview="/changelog/preview"
      >
        <div class="split__main card stack">
          <input type="hidden" name="key" value={randomUUID()} />
          <Input label={t('title')} name="title" value={text(values, 'title')} required maxLength={300} />
          <Input label={t('summary')} name="summary" value={text(values, 'summary')} maxLength={2_000} />
          <TextArea
            label={t('content')}
            hint={t('markdown_hint')}
            name="content"
            value={text(values, 'content')}
            rows={14}
            maxLength={100_000}
          />
          <section class="preview" aria-labelledby="preview">
            <h2 id="preview">{t('preview')}</h2>
            <div data-result>{(preview || entry) && <Markdown text={text(values, 'content')} />}</div>
          </section>
        </div>
        <div class="split__side">
          <div class="card stack">
            <Input
              label={t('publish_date')}
              hint={t('publish_date_hint')}
              type="datetime-local"
              data-utc
              name="publish_date"
              value={text(values, 'publish_date')}
            />
            <div class="buttons">
              {/* Enter in a field presses the first button, which must not publish what is not public. */}
              {isPublic ? [publish, saveDraft] : [saveDraft, publish]}
              <noscript>
                <button class="button button_secondary" name="action" value="preview">
                  {t('preview')}
                </button>
              </noscript>
            </div>
          </div>
          <div class="card stack">
            {image !== undefined && <img class="entry__cover" src={image} alt={t('cover')} />}
            <Input
              label={t('cover')}
              hint={t('picture_hint')}
              type="file"
              name="picture"
              accept="image/png,image/jpeg,image/gif,image/webp"
            />
            <fieldset class="checks">
              <legend class="field__label">{t('tags')}</legend>
              {project.tags.map(({ name }) => (
                <Checkbox label={name} name="tag" value={name} checked={chosen.has(name)} />
              ))}
            </fieldset>
          </div>
        </div>
      </Form>
      {entry && <LinkedIdeas visit={visit} entry={entry} details={details} />}
      {entry && (
        <details class="card">
          <summary class="team__summary">{t('delete_entry')}</summary>
          <Form visit={visit} action={`/changelog/entries/${id}`}>
            <button class="button button_danger" name="action" value="delete">
              {t('delete')}
            </button>
          </Form>
        </details>
      )}
    </>
  );
}

/** The ideas that the entry answers. Their voters hear of it when it is published. */
function LinkedIdeas({ visit, entry, details }: { visit: Visit; entry: Entry; details: Details }): VNode {
  const { t } = visit;
  const { q = '', found = [] } = details;
  const linked = new Set(entry.feedback.map(({ id }) => id));
  const action = `/changelog/entries/${entry.id}/feedback`;
  const item = (name: 'link' | 'unlink', post: { readonly id: string; readonly title: string }) => (
    <li class="asked__item">
      <span dir="auto">{post.title}</span>
      <Form visit={visit} action={action}>
        <button class="button button_secondary" name={name} value={post.id}>
          {t(name === 'link' ? 'link_idea' : 'unlink_idea')}
          <span class="hidden"> {post.title}</span>
        </button>
      </Form>
    </li>
  );
  return (
    <section class="card stack" id="ideas" aria-labelledby="ideas-heading">
      <h2 id="ideas-heading">{t('asked_for_this')}</h2>
      <ul class="asked__list">{entry.feedback.map((post) => item('unlink', post))}</ul>
      <form class="filters" action={`/changelog/entries/${entry.id}#ideas`} role="search">
        <label class="filters__search">
          <span class="hidden">{t('search')}</span>
          <input class="input" type="search" name="q" value={q} placeholder={t('search_ideas')} />
        </label>
        <button class="button button_secondary">{t('search')}</button>
      </form>
      <ul class="asked__list">
        {found.filter(({ id }) => !linked.has(id)).map((post) => item('link', post))}
      </ul>
    </section>
  );
}
