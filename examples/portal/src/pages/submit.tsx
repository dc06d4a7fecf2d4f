import { randomUUID } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import {
  ApiError,
  type Attachment,
  BadRequestError,
  ConflictError,
  type CustomField,
} from 'feedback-changelog-client';
import multer from 'multer';
import type { VNode } from 'preact';
import type { Catalogue } from '../locales/en.js';
import { type Body, text, texts } from '../session.js';
import { ideaPath } from '../urls.js';
import { Checkbox, Form, Input, Select, TextArea } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { personalVisitOf, type Visit, visitOf } from '../visit.js';

/** Submitting feedback, with similar feedback while a title is typed, the fields of the project, and a picture. */
export const submit = Router();

/** The largest form with a picture, in bytes. All of it is in memory. */
const maxFormBytes = 12 * 1_024 * 1_024;

/** Reads a form with its picture. It comes before the check of the form's token, which is a part of it. */
export const readPicture: RequestHandler[] = [
  (request, _response, next) => {
    const isSmall = Number(request.get('Content-Length') ?? Infinity) <= maxFormBytes;
    next(isSmall ? undefined : Object.assign(new Error('The form is too large.'), { status: 413 }));
  },
  multer({
    // Names with brackets would become arrays with holes, and objects.
    limits: {
      ...{ fileSize: 10 * 1_024 * 1_024, files: 1 },
      ...{ fields: 200, fieldSize: 400_000, fieldNestingDepth: 0 },
    },
  }).single('picture'),
];

submit.get('/new', (request, response) => {
  const visit = visitOf(response);
  sendPage(response, pageOf(visit, { title: text(request.query as Body, 'title') }));
});

submit.post('/ideas', async (request, response) => {
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
    response.redirect(303, `${ideaPath(created)}${created.approval === 'pending' ? '?notice=pending' : ''}`);
  } catch (error) {
    // The form was sent twice. The picture of each has an id of its own, so the service calls them different.
    if (error instanceof ConflictError && error.code === 'idempotency_key_reused')
      return response.redirect(303, '/?notice=done');
    const errors = errorsOf(visit, error);
    if (!errors) throw error;
    sendPage(response, pageOf(visit, body, errors), 400);
  }
});

/** The file is no picture. The service stores other files, too, and recognizes the type by the content. */
class NoPicture extends Error {}

/** Stores a picture, which takes longer than what pages wait for. */
export async function upload(
  { client, settings }: Visit,
  { buffer, originalname: filename }: Express.Multer.File,
): Promise<Attachment> {
  const content = new Uint8Array(buffer);
  const stored = await client.attachments.create(
    settings.project,
    content,
    { filename },
    { timeout: 60_000 },
  );
  if (!stored.media_type.startsWith('image/')) throw new NoPicture();
  return stored;
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
export function errorsOf({ t, project }: Visit, error: unknown): string[] | undefined {
  if (error instanceof BadRequestError) {
    return error.fieldErrors.map(({ pointer = '', code, detail }) => {
      const [, part = '', key] = pointer.split('/');
      const names: Record<string, string> = {
        title: t('title'),
        summary: t('summary'),
        content: t('content'),
        description: t('description'),
        board: t('board_filter'),
      };
      const name = part === 'fields' ? project.fields.find((field) => field.key === key)?.name : names[part];
      const known = (['required', 'blank', 'too_long', 'invalid_url'] as const).find((each) => each === code);
      return `${name ?? part} ${known ? t(`error_${known}` satisfies keyof Catalogue) : detail}`;
    });
  }
  if (error instanceof NoPicture || (error instanceof ApiError && error.status === 415))
    return [`${t('picture')} ${t('error_unsupported')}`];
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
  const { t, project, isEditor, person } = visit;
  const boards = project.boards.filter(({ submission }) => isEditor || submission === 'contributors');
  return (
    <div class="narrow stack">
      <h1>{t('submit_heading')}</h1>
      <Errors visit={visit} errors={errors} />
      {/* Only people who have signed in can send a picture: nothing else is kept for after the sign-in. */}
      <Form
        visit={visit}
        action="/ideas"
        class="card stack"
        {...(person && { enctype: 'multipart/form-data' })}
      >
        <input type="hidden" name="key" value={randomUUID()} />
        <Input
          label={`${t('title')} (${t('required')})`}
          name="title"
          value={text(values, 'title')}
          required
          maxLength={200}
          autocomplete="off"
          data-similar="/similar"
        />
        <div class="similar" role="status" hidden>
          <p>{t('similar')}</p>
          <ul class="similar__list"></ul>
        </div>
        <TextArea
          label={t('description')}
          hint={t('description_hint')}
          name="description"
          value={text(values, 'description')}
          rows={6}
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
        {person && (
          <Input
            label={`${t('picture')} (${t('optional')})`}
            hint={t('picture_hint')}
            type="file"
            name="picture"
            accept="image/png,image/jpeg,image/gif,image/webp"
          />
        )}
        <div class="buttons buttons_spread">
          <button class="button">{t('send')}</button>
          {!person && <small class="field__hint">{t('sign_in_later')}</small>}
        </div>
      </Form>
    </div>
  );
}

/** What is wrong with a form. */
export function Errors({ visit, errors }: { visit: Visit; errors: readonly string[] }): VNode | null {
  if (errors.length === 0) return null;
  return (
    <div class="errors" role="alert">
      <p>{visit.t('form_errors')}</p>
      <ul class="errors__list">
        {errors.map((error) => (
          <li>{error}</li>
        ))}
      </ul>
    </div>
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
      <fieldset class="checks">
        <legend class="field__label">{label}</legend>
        {options.map((option) => (
          <Checkbox label={option} name={input} value={option} checked={values.includes(option)} />
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
  return (
    <Input
      label={label}
      name={input}
      value={value}
      required={required}
      type={type}
      {...(type === 'number' && { step: 'any' })}
    />
  );
}
