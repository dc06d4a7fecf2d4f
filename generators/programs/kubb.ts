import { setConfig } from '../dist/kubb/.kubb/fetch';
import { createFeedback } from '../dist/kubb/clients/createFeedback';
import { createProject } from '../dist/kubb/clients/createProject';
import { listEvents } from '../dist/kubb/clients/listEvents';
import { listFeedback } from '../dist/kubb/clients/listFeedback';
import type { ListFeedback404 } from '../dist/kubb/types/ListFeedback';
import { listEventsQueryResponseSchema } from '../dist/kubb/zod/listEventsSchema';
import { listFeedbackQueryResponseSchema } from '../dist/kubb/zod/listFeedbackSchema';
import { type Program, waitFor } from './program';

export const run: Program = async (url, token, slug) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  setConfig({ baseURL: url, headers });
  await createProject({ name: 'Acme', slug });
  const { data: feedback } = await createFeedback(slug, { title: 'Dark mode' });
  // The client of kubb joins arrays with commas instead of repeating the parameter.
  const { data: list } = await listFeedback(slug, { status: ['in_review'], limit: 5 });
  const created = await waitFor(async () => {
    const events = listEventsQueryResponseSchema.parse((await listEvents(slug)).data);
    return events.find((event) => event.type === 'feedback.created');
  });
  // It does not throw for errors, and its types do not tell them apart.
  const { data: failure } = await listFeedback('nothing');
  return {
    title: feedback.title,
    titles: listFeedbackQueryResponseSchema.parse(list).map(({ title }) => title),
    eventTitle: created?.data.title,
    code: (failure as unknown as ListFeedback404).code,
  };
};
