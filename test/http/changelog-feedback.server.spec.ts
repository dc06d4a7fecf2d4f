import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  idOf,
  newFeedback,
  newMember,
  newProject,
  unknownId,
  walk,
} from '../support/feedback.js';

let service: TestApp;
let admin: Client;
let project: string;
let editor: Client;
let viewer: Client;
let entry: string;
let feedback: string;

const idsOf = async (client: Client, path: string) =>
  (await walk(client, path)).map(({ id }) => id as string);
const linked = (client = viewer) => idsOf(client, `${entry}/feedback`);
const entriesOf = (path: string, client = viewer) => idsOf(client, `${path}/changelogs`);
const link = (path: string) => editor.put(`${entry}/feedback/${idOf(path)}`);

async function newEntry(published: boolean): Promise<string> {
  const { id } = (await expectSuccess(admin.post(`${project}/changelogs`, { title: 'Entry', published })))
    .body;
  return `${project}/changelogs/${id}`;
}

async function eventTypes(): Promise<string[]> {
  const rows: { type: string }[] = await service.database.database.dataSource.query(
    `select type from events where data ->> 'changelog_id' = $1 order by id`,
    [idOf(entry)],
  );
  return rows.map(({ type }) => type);
}

beforeAll(async () => {
  service = await startApp();
  admin = service.admin;
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
  viewer = await newMember(service, project, 'viewer');
});

beforeEach(async () => {
  [entry, feedback] = [await newEntry(true), await newFeedback(admin, project)];
});

afterAll(() => service.close());

describe('A link between a changelog entry and feedback', () => {
  it('is created once, listed both ways, and removed', async () => {
    const created = await link(feedback);
    expect([created.status, created.text]).toEqual([201, (await admin.get(feedback)).text]);
    expect((await link(feedback)).status).toBe(200);
    const second = await newFeedback(admin, project);
    await expectSuccess(link(second));
    expect(await linked()).toEqual([second, feedback].map(idOf));
    expect(await idsOf(viewer, `${entry}/feedback?limit=1`)).toEqual([second, feedback].map(idOf));
    expect(await entriesOf(feedback)).toEqual([idOf(entry)]);
    for (let time = 1; time <= 2; time++) {
      expect((await editor.delete(`${entry}/feedback/${idOf(feedback)}`)).status).toBe(204);
    }
    expect([await linked(), await entriesOf(feedback)]).toEqual([[idOf(second)], []]);
    expect(await eventTypes()).toEqual([
      'changelog.feedback_linked',
      'changelog.feedback_linked',
      'changelog.feedback_unlinked',
    ]);
  });

  it('is hidden from viewers while the entry is a draft', async () => {
    entry = await newEntry(false);
    await expectSuccess(link(feedback));
    expect([await entriesOf(feedback), await entriesOf(feedback, editor)]).toEqual([[], [idOf(entry)]]);
    expect((await viewer.get(`${entry}/feedback`)).status).toBe(404);
  });

  it('to merged feedback counts as a link to its target', async () => {
    const target = await newFeedback(admin, project);
    await expectSuccess(link(feedback));
    await expectSuccess(admin.post(`${feedback}/merge`, { into: idOf(target) }));
    expect([await linked(), await entriesOf(target)]).toEqual([[idOf(target)], [idOf(entry)]]);
    expect((await viewer.get(`${feedback}/changelogs`)).status).toBe(308);
    expect((await link(feedback)).body.code).toBe('feedback_merged');
    expect((await link(target)).status).toBe(200);
    expect(await linked()).toEqual([idOf(target)]);
    await expectSuccess(editor.delete(`${entry}/feedback/${idOf(target)}`));
    await expectSuccess(admin.delete(`${feedback}/merge`));
    expect(await linked()).toEqual([]);
  });

  it('is deleted with the feedback and with the entry', async () => {
    const other = await newFeedback(admin, project);
    await expectSuccess(link(feedback));
    await expectSuccess(link(other));
    await expectSuccess(admin.delete(feedback));
    expect(await linked()).toEqual([idOf(other)]);
    await expectSuccess(admin.delete(entry));
    expect(await entriesOf(other)).toEqual([]);
  });

  it('requires records of the same project', async () => {
    const elsewhere = await newFeedback(admin, await newProject(service));
    for (const id of [unknownId, 'nope', idOf(elsewhere)]) {
      for (const answer of [
        await editor.put(`${entry}/feedback/${id}`),
        await editor.delete(`${entry}/feedback/${id}`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'feedback_not_found']);
      }
    }
    const unknown = await editor.put(`${project}/changelogs/${unknownId}/feedback/${idOf(feedback)}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'changelog_not_found']);
  });
});

describe('Concurrent requests', () => {
  it('create a link once', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await link(feedback)).status));
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await eventTypes()).toEqual(['changelog.feedback_linked']);
  });

  it('link, merge and delete without failing', async () => {
    const target = await newFeedback(admin, project);
    const statuses = await Promise.all([
      ...Array.from({ length: 4 }, async () => (await link(feedback)).status),
      admin.post(`${feedback}/merge`, { into: idOf(target) }).then(({ status }) => status),
      ...Array.from({ length: 4 }, async () => (await link(target)).status),
      admin.delete(entry).then(({ status }) => status),
    ]);
    for (const status of statuses) expect([200, 201, 204, 404, 409]).toContain(status);
    expect(await entriesOf(target)).toEqual([]);
  });
});
