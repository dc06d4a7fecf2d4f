import { Api, type HttpResponse, type Problem } from '../dist/swagger-typescript-api/client';
import { type Program, waitFor } from './program';

export const run: Program = async (url, token, slug) => {
  const { v1 } = new Api({
    baseUrl: url,
    baseApiParams: { headers: { authorization: `Bearer ${token}` }, format: 'json' },
  });
  await v1.createProject({ name: 'Acme', slug });
  const { data: feedback } = await v1.createFeedback(slug, { title: 'Dark mode' });
  const { data: list } = await v1.listFeedback(slug, { status: ['in_review', 'planned'], limit: 5 });
  const created = await waitFor(async () => {
    const { data: events } = await v1.listEvents(slug);
    return events.find((event) => event.type === 'feedback.created');
  });
  const failure = await v1.listFeedback('nothing').then(
    () => undefined,
    (error: HttpResponse<unknown, Problem>) => error.error,
  );
  return {
    title: feedback.title,
    titles: list.map(({ title }) => title),
    eventTitle: created?.data.title,
    code: failure?.code,
  };
};
