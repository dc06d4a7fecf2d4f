import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changelogMembers } from '../../src/changelog/entries/application/changelog-view.js';
import { commentMembers } from '../../src/feedback/comments/application/comment-view.js';
import { includableFields } from '../../src/feedback/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { expectSuccess } from '../support/feedback.js';
import { png } from '../support/files.js';
import { importFile } from '../support/import-file.js';
import { until } from '../support/until.js';

/*
 * Visits every field that a request can change, of every kind of record. A field that is added to the API needs a value here, and fails
 * where a place was left out: the request that creates the record, the version, `updated_at`, `previous` of events, the export or the
 * import.
 */

interface Value {
  /** The request that sets the field. */
  readonly set: Record<string, unknown>;
  /** Returns what the record shows of the field; by default, its member of the same name. */
  readonly shown?: (record: any) => unknown;
  /** The member of `previous` that has the former value; by default, the one of the same name. */
  readonly former?: string;
  /** Why it does not change `updated_at`. */
  readonly keepsTime?: string;
  /** Why imports do not restore it. */
  readonly notRestored?: string;
}

interface Kind {
  /** The schema of the request that changes it. */
  readonly schema: string;
  /** The schema of the request that creates it, and the fields that this does not have. */
  readonly creation?: { readonly schema: string; readonly without?: readonly string[] };
  readonly withoutEvents?: boolean;
  /** Its table. Columns are named after the fields. */
  readonly table: string;
  /** Path of the record, in the project of the service. */
  readonly path: (service: TestApp) => Promise<string>;
  readonly include?: readonly string[];
  /** Path of the list that `updated_after` filters, with what selects the record. */
  readonly list?: string;
  readonly values: Record<string, Value>;
}

const acme = '/projects/acme';
const picture = `data:image/png;base64,${png.toString('base64')}`;
const files = new Map<string, string>();
let assignee: string;

const filenames = ({ attachments }: any) => attachments.map(({ filename }: any) => filename);
const attachment = (name: string): Value => ({
  get set() {
    return { attachment_ids: [files.get(name)] };
  },
  shown: filenames,
  former: 'attachments',
});

const tags: Value = { set: { tags: ['Mobile'] }, shown: ({ tags }) => tags.map(({ name }: any) => name) };

const kinds: Record<string, Kind> = {
  feedback: {
    schema: 'UpdateFeedbackRequest',
    table: 'feedback',
    creation: { schema: 'SubmitFeedbackRequest', without: ['status_comment'] },
    path: (service) => onlyOne(service, `${acme}/feedback`, '?approval=pending'),
    include: includableFields,
    list: `${acme}/feedback`,
    values: {
      title: { set: { title: 'Another title' } },
      description: { set: { description: 'Another description' } },
      tags,
      status: { set: { status: 'planned' } },
      board: { set: { board: 'ideas' } },
      status_comment: {
        set: { status: 'in_progress', status_comment: 'Why' },
        shown: ({ response }) => response?.content,
        former: 'status',
      },
      attachment_ids: attachment('feedback.png'),
      assignee_id: {
        get set() {
          return { assignee_id: assignee };
        },
        shown: (record) => record.assignee?.email,
      },
      estimated_date: { set: { estimated_date: '2027-03-01' } },
      pinned: { set: { pinned: true } },
      comments_locked: { set: { comments_locked: true } },
      fields: { set: { fields: { plan: 'paid' } } },
      metadata: { set: { metadata: { crm: { id: 7 } } }, keepsTime: 'it is not part of the feedback' },
      approval: { set: { approval: 'pending' } },
    },
  },
  comment: {
    schema: 'EditCommentRequest',
    table: 'comments',
    creation: { schema: 'WriteCommentRequest', without: ['approval'] },
    path: async (service) => {
      const comments = `${await kinds['feedback']!.path(service)}/comments`;
      // Lists omit rejected ones. The other one is the comment on the status.
      const [found] = await service.query(`select id from comments where kind <> 'response'`);
      return `${comments}/${found.id}`;
    },
    include: commentMembers,
    values: {
      content: { set: { content: 'Another content' } },
      attachment_ids: attachment('comment.png'),
      kind: { set: { kind: 'internal' } },
      metadata: { set: { metadata: { crm: { id: 8 } } } },
      fields: { set: { fields: { mood: 'good' } } },
      approval: { set: { approval: 'rejected' }, keepsTime: 'the author has not edited it' },
    },
  },
  changelog: {
    schema: 'UpdateChangelogRequest',
    table: 'changelogs',
    creation: { schema: 'CreateChangelogRequest' },
    path: (service) => onlyOne(service, `${acme}/changelogs`),
    include: changelogMembers,
    list: `${acme}/changelogs`,
    values: {
      title: { set: { title: 'Another title' } },
      summary: { set: { summary: 'A summary' } },
      content: { set: { content: 'Another content' } },
      image: { set: { image: picture } },
      publish_date: { set: { publish_date: '2021-02-03T04:05:06.789Z' } },
      published: { set: { published: true } },
      tags,
      attachment_ids: attachment('changelog.png'),
      metadata: { set: { metadata: { crm: { id: 9 } } } },
      fields: { set: { fields: { audience: 'staff' } } },
    },
  },
  project: {
    schema: 'UpdateProjectRequest',
    table: 'projects',
    creation: { schema: 'CreateProjectRequest' },
    path: () => Promise.resolve(acme),
    values: {
      name: { set: { name: 'Another name' } },
      icon: { set: { icon: picture } },
      icon_radius: { set: { icon_radius: 'none' } },
      og_image: { set: { og_image: picture } },
      slug: { set: { slug: 'acme-2' }, notRestored: 'a project keeps its slug' },
    },
  },
  'project settings': {
    schema: 'UpdateProjectSettingsRequest',
    table: 'project_settings',
    path: () => Promise.resolve(`${acme}/settings`),
    values: {
      signed_in: { set: { signed_in: 'contributor' } },
      public_feedback: { set: { public_feedback: true } },
      public_changelog: { set: { public_changelog: true } },
      public_names: { set: { public_names: true } },
      approval: { set: { approval: 'all' } },
      feedback_url: { set: { feedback_url: 'https://example.com/{id}' } },
      changelog_url: { set: { changelog_url: 'https://example.com/news/{id}' } },
      mail_name: { set: { mail_name: 'Team' } },
      mail_reply_to: { set: { mail_reply_to: 'team@example.com' } },
    },
  },
  webhook: {
    schema: 'UpdateWebhookRequest',
    table: 'webhooks',
    creation: { schema: 'CreateWebhookRequest' },
    withoutEvents: true,
    path: (service) => onlyOne(service, `${acme}/webhooks`),
    values: Object.fromEntries(
      Object.entries({
        url: 'https://example.com/other',
        event_types: ['feedback.created'],
        when: { min_upvotes: 10 },
        description: 'Another description',
        enabled: false,
      }).map(([field, value]) => [
        field,
        { set: { [field]: value }, notRestored: 'webhooks are not exported' },
      ]),
    ),
  },
  'project config': {
    schema: 'UpdateProjectConfigRequest',
    table: 'project_configs',
    path: () => Promise.resolve(`${acme}/config`),
    values: {
      changelog_preview_style: { set: { changelog_preview_style: 'full' } },
      changelog_social_handle: { set: { changelog_social_handle: '@acme' } },
      custom_domain: { set: { custom_domain: 'feedback.example.com' } },
      integration_chat_role_id: { set: { integration_chat_role_id: '12345' } },
      integration_chat_webhook: {
        set: { integration_chat_webhook: 'https://discord.com/api/webhooks/1/secret' },
        notRestored: 'it is a secret',
      },
      integration_chat_status: {
        set: { integration_chat_status: true },
        notRestored: 'it needs the webhook',
      },
    },
  },
};

let service: TestApp;
let elsewhere: TestApp;

beforeAll(async () => {
  const declared = { commentFields: [{ key: 'mood' }], changelogFields: [{ key: 'audience' }] };
  [service, elsewhere] = [await startApp(declared), await startApp({ ...declared, background: true })];
  await elsewhere.admin.post('/projects', { name: 'Acme', slug: 'acme' });
  const { admin } = service;
  await expectSuccess(admin.post('/projects', { name: 'Acme', slug: 'acme' }));
  assignee = (await service.userClient('ada@example.com')).userId;
  await expectSuccess(admin.put(`${acme}/members/${assignee}`, { role: 'editor' }));
  await expectSuccess(admin.put(`${acme}/boards/ideas`, { name: 'Ideas' }));
  await expectSuccess(admin.put(`${acme}/fields/plan`, { name: 'Plan', type: 'text' }));
  await expectSuccess(admin.put(`${acme}/tags/Mobile`, { color: '#123456' }));
  for (const name of ['feedback.png', 'comment.png', 'changelog.png']) {
    const upload = await service.send('POST', `/v1${acme}/attachments?filename=${name}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
      body: png,
    });
    files.set(name, upload.body.id as string);
  }
  const { id } = (await expectSuccess(admin.post(`${acme}/feedback`, { title: 'A title' }))).body;
  const comment = (await expectSuccess(admin.post(`${acme}/feedback/${id}/comments`, { content: 'Content' })))
    .body;
  await expectSuccess(admin.post(`${acme}/webhooks`, { url: 'https://example.com/hook' }));
  const entry = (await expectSuccess(admin.post(`${acme}/changelogs`, { title: 'A title' }))).body;
  paths.set('feedback', `${acme}/feedback/${id}`);
  paths.set('comment', `${acme}/feedback/${id}/comments/${comment.id}`);
  paths.set('changelog', `${acme}/changelogs/${entry.id}`);
});

afterAll(() => Promise.all([service?.close(), elsewhere?.close()]));

/** Paths of records in the service that is changed. The other kinds use `Kind.path`. */
const paths = new Map<string, string>();

async function onlyOne({ admin }: TestApp, list: string, query = ''): Promise<string> {
  const { body } = await expectSuccess(admin.get(`${list}${query}`));
  expect(body).toHaveLength(1);
  return `${list}/${body[0].id}`;
}

/** Returns the record with all members, and the ETag that `If-Match` takes. */
async function read({ admin }: TestApp, path: string, include: readonly string[] = []): Promise<any> {
  const query = include.length > 0 ? `?include=${include.join(',')}` : '';
  const [plain, full] = [await admin.get(path), await expectSuccess(admin.get(`${path}${query}`))];
  return { etag: plain.headers.get('etag'), record: full.body };
}

/** Returns the id of the newest event. */
async function newestEvent(): Promise<string> {
  const [{ id }] = await service.query('select max(id::text) as id from events');
  return id;
}

/** Returns the names of the fields that `previous` of the events after another one has. */
async function formerFields(newest: string): Promise<string[]> {
  const rows = await service.query(
    'select distinct json_object_keys(previous) as name from events where id > $1::uuid order by 1',
    [newest],
  );
  return rows.map(({ name }: { name: string }) => name);
}

const schemas = JSON.parse(readFileSync('openapi.json', 'utf8')).components.schemas;

describe.each(Object.entries(kinds))('%s', (name, kind) => {
  const { schema, table, creation, path, include, list, values, withoutEvents } = kind;
  const fields = Object.entries<any>(schemas[schema].properties).filter(([, { readOnly }]) => !readOnly);

  it('has a value for each field', () => {
    expect(Object.keys(values).sort()).toEqual(fields.map(([field]) => field).sort());
  });

  it('can be created with each field', () => {
    if (creation === undefined) return;
    const given = Object.keys(schemas[creation.schema].properties);
    const missing = Object.keys(values).filter((field) => !given.includes(field));
    expect(missing).toEqual(creation.without ?? []);
  });

  it('has a `check` constraint for each field with an enumeration', async () => {
    for (const [field] of fields.filter(([, { enum: allowed }]) => allowed !== undefined)) {
      const updating = service.database.database.dataSource.transaction(async (manager) => {
        await manager.query(`update ${table} set ${field} = 'neither'`);
        throw new Error(`${table}.${field} accepts any text.`);
      });
      await expect(updating).rejects.toThrow('check constraint');
    }
  });

  it.each(Object.entries(values))(
    '%s changes the version and updated_at, and is in `previous` of the event',
    async (field, value) => {
      const at = paths.get(name) ?? (await path(service));
      const before = await read(service, at, include);
      await until(() => Date.now() > Date.parse(before.record.updated_at ?? 0));
      const newest = await newestEvent();
      await expectSuccess(service.admin.patch(at, value.set));
      const current = field === 'slug' ? '/projects/acme-2' : at;
      const after = await read(service, current, include);
      const { shown = (record: any) => record[field] } = value;
      expect(shown(after.record)).not.toEqual(shown(before.record));
      for (const other of Object.keys(values).filter((each) => !(each in value.set)))
        expect({ [other]: after.record[other] }).toEqual({ [other]: before.record[other] });
      expect(after.etag).not.toBe(before.etag);
      const former = value.former ?? field;
      if (!withoutEvents)
        expect({ [former]: await formerFields(newest) }).toEqual({
          [former]: expect.arrayContaining([former]),
        });
      if (field === 'slug') await expectSuccess(service.admin.patch(current, { slug: 'acme' }));
      if (!('updated_at' in after.record)) return;
      if (value.keepsTime !== undefined) {
        expect(after.record.updated_at).toBe(before.record.updated_at);
        return;
      }
      expect(Date.parse(after.record.updated_at)).toBeGreaterThan(Date.parse(before.record.updated_at));
      if (list === undefined) return;
      const since = new Date(Date.parse(before.record.updated_at) + 1).toISOString();
      const query = field === 'approval' ? '&approval=pending' : '';
      const found = await expectSuccess(service.admin.get(`${list}?updated_after=${since}${query}`));
      expect(found.body).toHaveLength(1);
    },
  );

  it('stays as it is if a request omits all fields', async () => {
    const at = paths.get(name) ?? (await path(service));
    const before = await read(service, at, include);
    await expectSuccess(service.admin.patch(at, {}));
    expect(await read(service, at, include)).toEqual(before);
  });
});

it('The version of a record depends on all columns of its row, with named exceptions', async () => {
  const triggers: { name: string; definition: string }[] = await service.query(
    `select tgrelid::regclass::text as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where tgfoid = 'next_version'::regproc`,
  );
  const exceptions = Object.fromEntries(
    triggers
      .filter(({ definition }) => !/WHEN \(\(old\.\* IS DISTINCT FROM new\.\*\)\)/.test(definition))
      .map(({ name, definition }) => [
        name,
        /to_jsonb\(old\.\*\) - '\{(.*?)\}'/.exec(definition)?.[1] ?? definition,
      ]),
  );
  expect(triggers.length).toBeGreaterThan(10);
  expect(exceptions).toEqual({
    changelogs: 'announced,publisher_id,updated_at,version',
    webhooks: 'secret,previous_secrets,failing_since,version',
  });
});

describe('An import of an export restores', () => {
  beforeAll(async () => {
    const { text } = await expectSuccess(service.admin.get(`${acme}/export`));
    expect(await importFile(elsewhere, acme, text)).toMatchObject({
      state: 'completed',
      progress: { failed: 0 },
    });
  });

  const restored = Object.entries(kinds).flatMap(([name, kind]) =>
    Object.entries(kind.values)
      .filter(([, { notRestored }]) => notRestored === undefined)
      .map(([field, value]) => [`${field} of ${name}`, name, field, value] as const),
  );

  it.each(restored)('%s', async (_, name, field, { shown = (record: any) => record[field] }) => {
    const { path, include } = kinds[name]!;
    const original = await read(service, paths.get(name) ?? (await path(service)), include);
    const copy = await read(elsewhere, await path(elsewhere), include);
    expect(shown(copy.record)).toEqual(shown(original.record));
  });
});
