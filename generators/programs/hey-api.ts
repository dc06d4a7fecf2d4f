import { createClient } from '../dist/hey-api/client';
import { createFeedback, createProject, listEvents, listFeedback } from '../dist/hey-api/sdk.gen';
import { type Program, waitFor } from './program';

export const run: Program = async (url, token, projectSlug) => {
  const client = createClient({ baseUrl: url, auth: token });
  const path = { projectSlug };
  await createProject({ client, body: { name: 'Acme', slug: projectSlug }, throwOnError: true });
  const { data: feedback } = await createFeedback({
    client,
    path,
    body: { title: 'Dark mode' },
    headers: { 'Idempotency-Key': projectSlug },
    throwOnError: true,
  });
  const { data: list } = await listFeedback({
    client,
    path,
    query: { status: ['in_review', 'planned'], limit: 5 },
    throwOnError: true,
  });
  const created = await waitFor(async () => {
    const { data: events } = await listEvents({ client, path, throwOnError: true });
    return events.find((event) => event.type === 'feedback.created');
  });
  const { error } = await listFeedback({ client, path: { projectSlug: 'nothing' } });
  return {
    title: feedback.title,
    titles: list.map(({ title }) => title),
    eventTitle: created?.data.title,
    code: error?.code,
  };
};
