import createClient from 'openapi-fetch';
import type { paths } from '../dist/openapi-typescript';
import { type Program, waitFor } from './program';

export const run: Program = async (url, token, projectSlug) => {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  await client.POST('/v1/projects', { body: { name: 'Acme', slug: projectSlug } });
  const path = { projectSlug };
  const created = await client.POST('/v1/projects/{projectSlug}/feedback', {
    params: { path, header: { 'Idempotency-Key': projectSlug } },
    body: { title: 'Dark mode' },
  });
  const list = await client.GET('/v1/projects/{projectSlug}/feedback', {
    params: { path, query: { status: ['in_review', 'planned'], limit: 5 } },
  });
  const event = await waitFor(async () => {
    const events = await client.GET('/v1/projects/{projectSlug}/events', { params: { path } });
    return events.data?.find((each) => each.type === 'feedback.created');
  });
  const { error } = await client.GET('/v1/projects/{projectSlug}/feedback', {
    params: { path: { projectSlug: 'nothing' } },
  });
  return {
    title: created.data?.title ?? '',
    titles: list.data?.map(({ title }) => title) ?? [],
    eventTitle: event?.data.title,
    code: error?.code,
  };
};
