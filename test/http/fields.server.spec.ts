import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { prepareWorld, unique, type World } from '../support/operations.js';

const { components }: any = JSON.parse(readFileSync('openapi.json', 'utf8'));

/** The schemas of a record, of the bodies that create and change it, and its path. */
interface Resource {
  readonly record: string;
  readonly create?: string;
  readonly update: string;
  readonly method: 'patch' | 'put';
  readonly path: (world: World) => string;
  /** The type of the event that records a change, if there is one. */
  readonly event?: string;
}

const project = ({ projectId }: World) => `/projects/${slugs.get(projectId)}`;

/** The project's slug is one of the fields that change. */
const slugs = new Map<string, string>();

const resources: Resource[] = [
  {
    record: 'Project',
    update: 'UpdateProjectRequest',
    method: 'patch',
    path: project,
    event: 'project.updated',
  },
  {
    record: 'Feedback',
    create: 'SubmitFeedbackRequest',
    update: 'UpdateFeedbackRequest',
    method: 'patch',
    path: (world) => `${project(world)}/feedback/${world.feedbackId}`,
    event: 'feedback.',
  },
  {
    record: 'Changelog',
    create: 'CreateChangelogRequest',
    update: 'UpdateChangelogRequest',
    method: 'put',
    path: (world) => `${project(world)}/changelogs/${world.changelogId}`,
    event: 'changelog.',
  },
  {
    record: 'Comment',
    create: 'WriteCommentRequest',
    update: 'EditCommentRequest',
    method: 'patch',
    path: (world) => `${project(world)}/feedback/${world.feedbackId}/comments/${world.commentId}`,
    event: 'comment.updated',
  },
  {
    record: 'Webhook',
    create: 'CreateWebhookRequest',
    update: 'UpdateWebhookRequest',
    method: 'patch',
    path: (world) => `${project(world)}/webhooks/${world.webhookId}`,
  },
];

/** Values of the fields whose format is not in their schema. */
const samples: Record<string, () => unknown> = {
  slug: () => unique('slug'),
  tags: () => ['bug'],
  status: () => 'planned',
  board: () => 'ideas',
  estimated_date: () => '2026-12-24',
  fields: () => ({ note: unique('note') }),
  metadata: () => ({ plan: unique('plan') }),
  event_types: () => ['feedback.created'],
  when: () => ({ min_upvotes: 7 }),
  url: () => 'https://example.com/other',
  icon: () => 'https://example.com/icon.png',
  image: () => 'https://example.com/image.png',
  og_image: () => 'https://example.com/og.png',
  parent_id: () => world.commentId,
  publish_date: () => '2020-01-31T12:00:00.000Z',
  created_at: () => '2020-01-31T12:00:00.000Z',
};

/** Returns a valid value of the field that differs from the current one. */
function otherValue(name: string, { type, enum: choices, minimum, maximum }: any, current: unknown): unknown {
  const sample = samples[name];
  if (sample) return sample();
  if (choices) return choices.find((choice: unknown) => choice !== current);
  if (type === 'boolean') return !current;
  if (type === 'integer') return current === minimum ? maximum : minimum;
  if (type !== 'string') throw new Error(`The field ${name} needs a value in samples.`);
  return unique(`Another ${name}`);
}

/** Tags are sent as names and returned as records. */
const sent = (value: unknown) => (Array.isArray(value) ? value.map((item: any) => item.name ?? item) : value);

/** The query with which the record shows the field. */
const showing = (record: string, name: string) =>
  components.schemas[record].required.includes(name) ? '' : `?include=${name}`;

const fieldsOf = (schema: string): [string, any][] => Object.entries(components.schemas[schema].properties);

let service: TestApp;
let world: World;

beforeAll(async () => {
  service = await startApp({ background: true });
  const { body } = await service.admin.get('/me');
  world = await prepareWorld(service, body.user.id as string);
  slugs.set(world.projectId, world.slug);
});

afterAll(() => service.close());

describe.each(resources)('$record', ({ record, create, update, method, path, event }) => {
  it('has only fields that an update accepts, or ignores as read-only', () => {
    const accepted = fieldsOf(update).map(([name]) => name);
    const missing = fieldsOf(record).filter(([name]) => !accepted.includes(name));
    expect(missing.map(([name]) => `${name} is missing in ${update}`)).toEqual([]);
  });

  // Others are shown under another name, such as `assignee_id` and `attachment_ids`.
  const known = fieldsOf(record).map(([name]) => name);
  it.each(fieldsOf(update).filter(([name, { readOnly }]) => !readOnly && known.includes(name)))(
    'stores a new value of %s',
    async (name, schema) => {
      const query = showing(record, name);
      const { body: before } = await service.admin.get(`${path(world)}${query}`);
      const value = otherValue(name, schema, before[name]);
      const changed = await service.admin[method](`${path(world)}${query}`, { [name]: value });
      expect(changed.body).toHaveProperty(name);
      expect(sent(changed.body[name])).toEqual(value);
      if (name === 'slug' && record === 'Project') slugs.set(world.projectId, changed.body.slug as string);
      const { body: after } = await service.admin.get(`${path(world)}${query}`);
      expect(sent(after[name])).toEqual(value);
      if (event === undefined) return;
      let previous: object | undefined;
      while (!previous) {
        const { body: feed } = await service.admin.get(`${project(world)}/events`);
        previous = feed.find((each: any) => each.type.startsWith(event) && name in each.previous)?.previous;
      }
      expect(previous).toMatchObject({ [name]: before[name] });
      // Nothing can be written below what has not been approved.
      if (name === 'approval') await service.admin[method](path(world), { approval: 'approved' });
    },
  );

  if (create === undefined) return;
  it.each(fieldsOf(create).filter(([name]) => known.includes(name) && !name.startsWith('user')))(
    'is created with the given %s',
    async (name, schema) => {
      const required: string[] = components.schemas[create].required;
      const body = Object.fromEntries(
        required.map((each) => [each, otherValue(each, components.schemas[create].properties[each], '')]),
      );
      const list = `${path(world).replace(/\/[^/]+$/, '')}${showing(record, name)}`;
      const plain = await service.admin.post(list, body);
      const value = otherValue(name, schema, plain.body[name]);
      const { body: created } = await service.admin.post(list, { ...body, [name]: value });
      expect(created).toHaveProperty(name);
      expect(sent(created[name])).toEqual(value);
    },
  );
});
