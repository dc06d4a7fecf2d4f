import { createHash } from 'node:crypto';
import type { PortableRecord } from '../../src/shared/portable-records.js';

/**
 * Returns a file with these records as this service exports it. Texts are lines as they are.
 *
 * @param source the tool that the records are from, if it is another one
 * @param complete whether the file has everything that the source has
 */
export function portableFile(
  records: readonly (PortableRecord | object | string)[],
  source?: string,
  complete = false,
): string {
  const counts: Record<string, number> = {};
  const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
  const manifest = {
    kind: 'manifest',
    format: 'fcs',
    version: 1,
    ...(source === undefined ? {} : { source }),
    complete,
    service_version: '0.1.0',
    exported_at: '2026-01-31T12:00:00.000Z',
    project: 'acme',
    counts,
  };
  const body = [JSON.stringify(manifest), ...lines].map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ kind: 'end', counts, sha256 })}\n`;
}

const createdAt = '2020-01-02T03:04:05.678Z';

export const person = (externalId: string, values: object = {}) => ({
  kind: 'person',
  external_id: externalId,
  email: `${externalId}@example.com`,
  full_name: `Name of ${externalId}`,
  avatar_url: '',
  ...values,
});

export const externalId = (id: string, personId: string, values: object = {}) => ({
  kind: 'external_id',
  id,
  person: personId,
  created_at: createdAt,
  ...values,
});

export const company = (id: string, values: object = {}) => ({
  kind: 'company',
  id,
  name: `Name of ${id}`,
  revenue: 0,
  metadata: {},
  created_at: createdAt,
  ...values,
});

export const feedback = (externalId: string, values: object = {}) => ({
  kind: 'feedback',
  external_id: externalId,
  title: `Title of ${externalId}`,
  description: 'A description',
  status: 'planned',
  person: '',
  tags: [],
  created_at: createdAt,
  merged_into: '',
  ...values,
});

export const vote = (feedbackId: string, personId: string) => ({
  kind: 'vote',
  feedback: feedbackId,
  person: personId,
  created_at: createdAt,
});

export const comment = (externalId: string, feedbackId: string, values: object = {}) => ({
  kind: 'comment',
  external_id: externalId,
  feedback: feedbackId,
  person: '',
  content: `Content of ${externalId}`,
  created_at: createdAt,
  updated_at: createdAt,
  ...values,
});

export const entry = (externalId: string, values: object = {}) => ({
  kind: 'changelog',
  external_id: externalId,
  title: `Title of ${externalId}`,
  summary: 'A summary',
  content: 'Content',
  image: '',
  published: true,
  publish_date: createdAt,
  person: '',
  ...values,
});

export const link = (changelog: string, feedbackId: string) => ({
  kind: 'link',
  changelog,
  feedback: feedbackId,
});
