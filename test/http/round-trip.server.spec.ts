import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { startApp, type TestApp } from '../support/app.js';
import { comparable, type ExportedRecord, parseExport } from '../support/portable.js';
import { pdf, png } from '../support/files.js';
import { convert } from '../support/converted.js';
import { importFile } from '../support/import-file.js';
import { cannyDump } from '../support/tracker-files.js';
import { bodyOf } from '../support/feedback.js';

const acme = '/projects/acme';
/** The address of the first instance admin. */
const admin = 'admin@localhost';
const picture = `data:image/png;base64,${'A'.repeat(300)}`;

let original: TestApp;
let elsewhere: TestApp;

beforeAll(async () => {
  // Two instances, each of which has a project with the same slug.
  [original, elsewhere] = [await startApp({ background: true }), await startApp({ background: true })];
  await elsewhere.admin.post('/projects', { name: 'Empty', slug: 'acme' });
  await createRichProject(original);
});
afterAll(() => Promise.all([original, elsewhere].map((instance) => instance.close())));

/** Creates a project with everything that a project can have. */
async function createRichProject({ admin, ...service }: TestApp): Promise<void> {
  await bodyOf(admin.post('/projects', { name: 'Ærø & Söhne 🚲', slug: 'first-slug', icon: picture }));
  for (const [from, to] of [
    ['first-slug', 'second-slug'],
    ['second-slug', 'acme'],
  ]) {
    await bodyOf(admin.patch(`/projects/${from}`, { slug: to, og_image: picture, icon_radius: 'none' }));
  }
  await bodyOf(
    admin.patch(`${acme}/config`, {
      changelog_preview_style: 'full',
      changelog_social_handle: '@ærø',
      custom_domain: 'feedback.example.com',
      integration_chat_role_id: '12345',
    }),
  );
  await bodyOf(admin.patch(`${acme}/settings`, { public_changelog: true }));
  await bodyOf(
    admin.put(`${acme}/metadata`, { plan: 'enterprise', seats: 12, nested: { deep: [1, 'ü', null] } }),
  );

  const people = await Promise.all(
    ['owner', 'editor', 'contributor', 'viewer'].map((name) => service.userClient(`${name}@example.com`)),
  );
  for (const [at, role] of ['owner', 'editor', 'contributor', 'viewer'].entries()) {
    await bodyOf(admin.put(`${acme}/members/${people[at]!.userId}`, { role }));
  }
  await bodyOf(admin.put(`${acme}/companies/no%20name`, {}));
  await bodyOf(
    admin.put(`${acme}/companies/Æ%2F1`, {
      name: '日本 “Größe”',
      revenue: Number.MAX_SAFE_INTEGER,
      metadata: { plan: 'b', a: [1, null] },
    }),
  );
  for (const [id, profile] of [
    ['crm/42', { email: 'owner@example.com', company: 'Æ/1' }],
    ['Käufer 🚲', { email: 'customer@example.com', full_name: 'Customer' }],
    ['same customer', { email: 'customer@example.com' }],
    ['anonymous', { full_name: 'Without an address', avatar_url: 'https://example.com/a.png' }],
  ] as const) {
    await bodyOf(admin.put(`${acme}/people/${encodeURIComponent(id)}`, profile));
  }

  const gone = await service.userClient('gone@example.com');
  await bodyOf(admin.put(`${acme}/people/gone`, { email: 'gone@example.com' }));
  await bodyOf(admin.put(`${acme}/members/${gone.userId}`, { role: 'contributor' }));

  const tags = ['Größe', 'a, b', '日本語 👩‍👩‍👧', '"quoted"'];
  for (const [at, tag] of tags.entries()) {
    await bodyOf(admin.put(`${acme}/tags/${encodeURIComponent(tag)}`, { color: `#1234${at}0` }));
  }
  const ids: string[] = [];
  const statuses = ['in_review', 'planned', 'in_progress', 'completed', 'rejected'];
  for (let n = 0; n < 12; n += 1) {
    const { id } = await bodyOf(
      admin.post(`${acme}/feedback`, {
        title: `Wish ${n}: café e\u0301 =1+1 "x"`,
        description: n % 3 === 0 ? '' : `Line one\r\nline two \\n \u2028 ${n} 🚲`,
        status: statuses[n % statuses.length],
        tags: tags.slice(0, n % 5),
        user_id: people[n % people.length]!.userId,
        created_at: new Date(Date.UTC(2021, n, 1, 2, 3, 4, 5 * n)).toISOString(),
      }),
    );
    ids.push(id as string);
  }
  const feedback = (n: number) => `${acme}/feedback/${ids[n]}`;
  for (const [at, person] of people.slice(0, 3).entries()) {
    for (let n = at; n < 12; n += 2) await bodyOf(person.put(`${feedback(n)}/upvotes/me`));
  }
  await bodyOf(gone.put(`${feedback(0)}/upvotes/me`));
  await bodyOf(gone.post(`${acme}/feedback`, { title: 'Of a deleted user' }));
  for (let n = 0; n < 6; n += 1) {
    const comment = { content: `Comment ${n}\n\n- "a", b;c 日本語`, user_id: people[n % 3]!.userId };
    const { id } = await bodyOf(admin.post(`${feedback(n)}/comments`, comment));
    if (n === 2) await bodyOf(admin.patch(`${feedback(n)}/comments/${id}`, { content: 'Edited 2' }));
  }
  const thread = { content: 'A thread', user_id: people[2]!.userId };
  const { id: parent_id } = await bodyOf(admin.post(`${feedback(5)}/comments`, thread));
  await bodyOf(
    admin.post(`${feedback(5)}/comments`, {
      content: 'A response',
      parent_id,
      kind: 'response',
      metadata: { crm: { id: 1, tags: [null] } },
    }),
  );
  await bodyOf(
    admin.post(`${feedback(5)}/comments`, { content: 'An internal reply', parent_id, kind: 'internal' }),
  );
  await bodyOf(admin.patch(feedback(4), { comments_locked: true }));
  await bodyOf(admin.patch(feedback(8), { status: 'planned', status_comment: 'Why it is planned' }));
  await bodyOf(admin.patch(feedback(8), { status: 'in_progress' }));
  await bodyOf(admin.patch(feedback(9), { approval: 'rejected' }));
  const waiting = { title: 'Waits', approval: 'pending', user_id: people[1]!.userId };
  await bodyOf(admin.post(`${acme}/feedback`, waiting));
  const spam = await bodyOf(admin.post(`${feedback(8)}/comments`, { content: 'Spam' }));
  await bodyOf(admin.patch(`${feedback(8)}/comments/${spam.id}`, { approval: 'rejected' }));
  await bodyOf(gone.post(`${feedback(1)}/comments`, { content: 'Of a deleted user' }));
  await bodyOf(admin.put(`${feedback(3)}/metadata`, { crm_id: 'A-1024', tags: ['x'] }));
  // Two sources of one target, created before and after it.
  await bodyOf(admin.post(`${feedback(5)}/merge`, { into: ids[6] }));
  await bodyOf(admin.post(`${feedback(7)}/merge`, { into: ids[6] }));

  const entries: string[] = [];
  for (const entry of [
    {
      title: 'Größer',
      content: '# Neu\n\n- **a**',
      published: true,
      image: picture,
      summary: 'Kurz',
      tags: tags.slice(0, 3),
    },
    { title: 'Größer', content: 'Same title, other slug', published: true, metadata: { ticket: 'A-7' } },
    { title: 'A draft', tags: ['a, b'] },
    { title: 'Scheduled', published: true, publish_date: '2099-01-01T00:00:00.000Z' },
    { title: '🚲', published: false, publish_date: '2020-02-29T23:59:59.999Z' },
  ]) {
    entries.push((await bodyOf(admin.post(`${acme}/changelogs`, entry))).id as string);
  }
  await bodyOf(admin.put(`${acme}/changelogs/${entries[0]}`, { title: 'A title that is not the slug' }));
  for (const [entry, n] of [
    [0, 0],
    [0, 6],
    [2, 1],
    [3, 2],
  ] as const) {
    await bodyOf(admin.put(`${acme}/changelogs/${entries[entry]}/feedback/${ids[n]}`));
  }
  await bodyOf(people[3]!.put(`${feedback(2)}/subscribers/me`));
  await bodyOf(people[3]!.delete(`${feedback(3)}/subscribers/me`));
  await bodyOf(people[3]!.put(`${acme}/changelogs/subscribers/me`));
  const upload = async (filename: string, body: Buffer | string): Promise<string> => {
    const path = `/v1${acme}/attachments?filename=${encodeURIComponent(filename)}`;
    const headers = {
      authorization: `Bearer ${people[1]!.token}`,
      'content-type': 'application/octet-stream',
    };
    return (await bodyOf(service.send('POST', path, { body, headers }))).id as string;
  };
  // Of three parts.
  const large = Buffer.concat([png, Buffer.alloc(600_000, 'picture')]);
  await bodyOf(
    admin.patch(feedback(2), {
      attachment_ids: [await upload('größe.png', large), await upload('"log".txt', 'Zeile 1\nZeile 2')],
    }),
  );
  const file = { content: 'With a file', attachment_ids: [await upload('', pdf)] };
  await bodyOf(admin.post(`${feedback(8)}/comments`, file));
  const shot = { attachment_ids: [await upload('screenshot.png', png)] };
  await bodyOf(admin.patch(`${acme}/changelogs/${entries[1]}`, shot));
  await upload('attached to nothing.png', png);
  await bodyOf(admin.delete(`/users/${gone.userId}`));
  // Subscribes those who took part.
  await service.app.get(EventRelay).relay(true);

  // Placeholders, votes without voters, merge chains, fields without a place of their own, and ids of another system.
  const { format, body } = cannyDump(40);
  await importInto({ admin, ...service }, (await convert(format, body)).file);
}

/** Imports a file after a dry run, which has to have the same outcomes, and waits for its end. */
async function importInto(service: TestApp, body: string): Promise<any> {
  const { progress } = await importOnce(service, body, 'dry_run=true');
  const done = await importOnce(service, body);
  expect(progress).toEqual(done.progress);
  return done;
}

async function importOnce(service: TestApp, body: string, query = ''): Promise<any> {
  const done = await importFile(service, acme, body, query);
  if (done.state === 'failed' || done.progress.failed > 0) throw new Error(JSON.stringify(done));
  return done;
}

async function exportFrom(service: TestApp): Promise<string> {
  const { status, text } = await service.admin.get(`${acme}/export`);
  expect(status).toBe(200);
  return text;
}

/** Returns the ids of other systems by the title or text of the record. */
function originsOf(records: readonly ExportedRecord[]): Map<string, unknown> {
  return new Map(
    records
      .filter(({ kind }) => ['feedback', 'comment', 'changelog'].includes(kind))
      .map(({ kind, title, content, created_at: at, slug, origin, external_id: id }) => [
        `${kind} ${title ?? content} ${at} ${slug}`,
        origin ?? { source: 'fcs', external_id: id as string },
      ]),
  );
}

it('exports the same project after an import into an empty project of another instance', async () => {
  const before = await exportFrom(original);
  await importInto(elsewhere, before);
  const after = await exportFrom(elsewhere);
  expect(comparable(parseExport(after), admin)).toEqual(comparable(parseExport(before), admin));
  expect(originsOf(parseExport(after))).toEqual(originsOf(parseExport(before)));
});

it('changes nothing when the same file is imported again, there and where it came from', async () => {
  const file = await exportFrom(original);
  for (const instance of [original, elsewhere]) {
    const before = await exportFrom(instance);
    const { progress } = await importInto(instance, file);
    expect(progress).toMatchObject({ created: 0, updated: 0, failed: 0 });
    expect(parseExport(await exportFrom(instance))).toEqual(parseExport(before));
  }
});

it('has the same counters, and finds the same feedback', async () => {
  const lists = await Promise.all(
    [original, elsewhere].map(async ({ admin }) =>
      Promise.all(
        ['', '?sort=most_upvoted', '?q=cafe', '?status=planned'].map(async (query) => {
          const records = await bodyOf(admin.get(`${acme}/feedback${query}`));
          return (records as any[])
            .map(({ title, upvotes, comment_count, created_at }) => ({
              title,
              upvotes,
              comment_count,
              created_at,
            }))
            .sort((a, b) => (a.title < b.title ? -1 : 1));
        }),
      ),
    ),
  );
  expect(lists[1]).toEqual(lists[0]);
});

it('knows the same people by their external ids, whose profiles editors can change', async () => {
  const people = await Promise.all(
    [original, elsewhere].map(async ({ admin }) => {
      const records: any[] = await bodyOf(admin.get(`${acme}/people`));
      return records.map(({ external_id, created_at, user }) => [external_id, created_at, user.full_name]);
    }),
  );
  expect(people[0]!.length).toBeGreaterThan(4);
  expect(people[1]).toEqual(people[0]);
  const { admin } = elsewhere;
  const customer = `${acme}/people/same%20customer`;
  expect((await bodyOf(admin.put(customer, { full_name: 'New name' }))).user.full_name).toBe('New name');
  expect((await bodyOf(admin.put(`${acme}/people/crm%2F42`, { full_name: 'Evil' }))).user.full_name).not.toBe(
    'Evil',
  );
  const user = { external_id: 'Käufer 🚲' };
  const feedback = await bodyOf(admin.post(`${acme}/feedback`, { title: 'Of a customer', user }));
  expect(feedback.user).toMatchObject({ email: 'customer@example.com', full_name: 'New name' });
});
