import { randomUUID } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { ApiError, BadRequestError, type CustomField } from 'feedback-changelog-client';
import multer from 'multer';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Catalogue } from '../locales/en.js';
import { type Body, text, texts } from '../session.js';
import { Form, Select, TextArea } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { StatusBadge } from '../views/parts.js';
import { personalVisitOf, type Visit } from '../visit.js';

/** Submitting feedback, with similar feedback while a title is typed, the fields of the project, and a picture. */
export const submit = Router();

/** Reads the form with its picture. It comes before the check of the form's token, which is a part of it. */
export const readPicture: RequestHandler[] = [
  (_request, response, next) => {
    personalVisitOf(response);
    next();
  },
  // The whole form is in memory.
  multer({ limits: { fileSize: 10 * 1_024 * 1_024, files: 1, fields: 200, fieldSize: 100_000 } }).single(
    'picture',
  ),
];

submit.get('/new', (_request, response) => {
  const visit = personalVisitOf(response);
  sendPage(response, pageOf(visit, {}));
});

submit.get('/similar', async (request, response) => {
  const visit = personalVisitOf(response);
  const title = text(request.query as Body, 'title').slice(0, 200);
  const similar =
    title === '' ? [] : await visit.client.feedback.findSimilar(visit.settings.project, { title });
  const items = similar.slice(0, 5).map(({ id, title, upvotes: count, status }) => (
    <li>
      <a href={`/posts/${id}`}>{title}</a> <StatusBadge visit={visit} status={status} />{' '}
      {visit.t('votes', { count })}
    </li>
  ));
  response.type('html').send(renderToString(<>{items}</>));
});

submit.post('/posts', async (request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings } = visit;
  const body = request.body as Body;
  try {
    const picture = request.file && (await upload(visit, request.file));
    const created = await client.feedback.create(
      settings.project,
      {
        title: text(body, 'title'),
        description: text(body, 'description'),
        board: text(body, 'board'),
        fields: Object.fromEntries(fieldsFor(visit).flatMap((field) => valueOf(field, body))),
        attachment_ids: picture ? [picture.id] : [],
      },
      { include: ['approval'] },
      { idempotencyKey: text(body, 'key') || randomUUID() },
    );
    response.redirect(303, `/posts/${created.id}${created.approval === 'pending' ? '?notice=pending' : ''}`);
  } catch (error) {
    const errors = errorsOf(visit, error);
    if (!errors) throw error;
    sendPage(response, pageOf(visit, body, errors), 400);
  }
});

function upload({ client, settings }: Visit, { buffer, originalname: name }: Express.Multer.File) {
  return client.attachments.create(settings.project, new Uint8Array(buffer), { filename: name });
}

/** Returns the fields that the person can set. */
function fieldsFor({ project, isEditor }: Visit): CustomField[] {
  return project.fields.filter(({ set_by: setBy }) => isEditor || setBy === 'contributors');
}

/** Returns the value of a field in the form, as the API takes it; nothing if it is empty. */
function valueOf({ key, type }: CustomField, body: Body): [string, unknown][] {
  const name = `field.${key}`;
  const values = texts(body, name).filter((each) => each !== '');
  const [value] = values;
  if (value === undefined) return [];
  if (type === 'choices') return [[key, values]];
  if (type === 'number') return [[key, Number(value)]];
  return [[key, type === 'boolean' ? value === 'yes' : value]];
}

/** Returns what is wrong with the form, for people; undefined for an error of another kind. */
function errorsOf({ t, project }: Visit, error: unknown): string[] | undefined {
  if (error instanceof BadRequestError) {
    return error.fieldErrors.map(({ pointer = '', code, detail }) => {
      const [, part = '', key] = pointer.split('/');
      const names: Record<string, string> = {
        title: t('title'),
        description: t('description'),
        board: t('board_filter'),
      };
      const name = part === 'fields' ? project.fields.find((field) => field.key === key)?.name : names[part];
      const known = (['required', 'blank', 'too_long', 'invalid_url'] as const).find((each) => each === code);
      return `${name ?? part} ${known ? t(`error_${known}` satisfies keyof Catalogue) : detail}`;
    });
  }
  if (error instanceof ApiError && error.status === 415) return [`${t('picture')} ${t('error_unsupported')}`];
  if (error instanceof ApiError && error.status === 413) return [`${t('picture')} ${t('error_too_large')}`];
  return undefined;
}

function pageOf(visit: Visit, values: Body, errors: readonly string[] = []) {
  return {
    title: visit.t('submit'),
    section: 'board' as const,
    content: <SubmitPage visit={visit} values={values} errors={errors} />,
  };
}

function SubmitPage({
  visit,
  values,
  errors,
}: {
  visit: Visit;
  values: Body;
  errors: readonly string[];
}): VNode {
  const { t, project, isEditor } = visit;
  const boards = project.boards.filter(({ submission }) => isEditor || submission === 'contributors');
  return (
    <>
      <h1>{t('submit_heading')}</h1>
      {errors.length > 0 && (
        <div class="errors" role="alert">
          <p>{t('form_errors')}</p>
          <ul>
            {errors.map((error) => (
              <li>{error}</li>
            ))}
          </ul>
        </div>
      )}
      <Form visit={visit} action="/posts" enctype="multipart/form-data" class="card stack">
        <input type="hidden" name="key" value={randomUUID()} />
        <label class="field">
          <span>
            {t('title')} ({t('required')})
          </span>
          <input
            name="title"
            value={text(values, 'title')}
            required
            maxLength={200}
            dir="auto"
            data-similar="/similar"
            autocomplete="off"
          />
        </label>
        <div class="similar" role="status" hidden>
          <p>{t('similar')}</p>
          <ul></ul>
        </div>
        <TextArea
          label={t('description')}
          hint={t('description_hint')}
          name="description"
          value={text(values, 'description')}
          maxLength={10_000}
        />
        {boards.length > 0 && (
          <Select
            label={t('board_filter')}
            name="board"
            value={text(values, 'board') || (boards[0]?.slug ?? '')}
            options={boards.map(({ slug, name }) => [slug, name] as const)}
          />
        )}
        {fieldsFor(visit).map((field) => (
          <FieldInput visit={visit} field={field} values={texts(values, `field.${field.key}`)} />
        ))}
        <label class="field">
          <span>
            {t('picture')} ({t('optional')})
          </span>
          <small>{t('picture_hint')}</small>
          <input type="file" name="picture" accept="image/png,image/jpeg,image/gif,image/webp" />
        </label>
        <div>
          <button>{t('send')}</button>
        </div>
      </Form>
    </>
  );
}

function FieldInput({
  visit,
  field,
  values,
}: {
  visit: Visit;
  field: CustomField;
  values: readonly string[];
}): VNode {
  const { t, isEditor } = visit;
  const { key, name, type, options } = field;
  const required = field.required && !isEditor;
  const label = `${name} (${t(required ? 'required' : 'optional')})`;
  const [value = ''] = values;
  const input = `field.${key}`;
  if (type === 'choices') {
    return (
      <fieldset>
        <legend>{label}</legend>
        {options.map((option) => (
          <label>
            <input type="checkbox" name={input} value={option} checked={values.includes(option)} /> {option}
          </label>
        ))}
      </fieldset>
    );
  }
  if (type === 'choice' || type === 'boolean') {
    const choices =
      type === 'choice'
        ? options.map((each) => [each, each] as const)
        : (['yes', 'no'] as const).map((each) => [each, t(each)] as const);
    return <Select label={label} name={input} value={value} options={[['', '–'], ...choices]} />;
  }
  const attributes = { name: input, value, required };
  const inputs = {
    text: <input type="text" {...attributes} />,
    number: <input type="number" step="any" {...attributes} />,
    date: <input type="date" {...attributes} />,
    url: <input type="url" {...attributes} />,
  };
  return (
    <label class="field">
      <span>{label}</span>
      {inputs[type]}
    </label>
  );
}
