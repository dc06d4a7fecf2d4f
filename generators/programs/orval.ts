import { createFeedback, createProject, listEvents, listFeedback } from '../dist/orval/client';
import { listEventsResponse, listFeedbackResponse } from '../dist/orval/zod';
import { setService } from './orval-fetch';
import { type Program, waitFor } from './program';

export const run: Program = async (url, token, slug) => {
  setService(url, token);
  await createProject({ name: 'Acme', slug });
  const feedback = await createFeedback(
    slug,
    { title: 'Dark mode' },
    {},
    { headers: { 'idempotency-key': slug } },
  );
  const list = await listFeedback(slug, { status: ['in_review', 'planned'], limit: 5 });
  const event = await waitFor(async () => {
    const events = listEventsResponse.parse((await listEvents(slug)).data);
    return events.find((each) => each.type === 'feedback.created');
  });
  const failure = await listFeedback('nothing');
  return {
    title: feedback.status === 201 ? feedback.data.title : '',
    titles: listFeedbackResponse.parse(list.data).map(({ title }) => title),
    eventTitle: event?.data.title,
    code: failure.status === 404 ? failure.data.code : undefined,
  };
};
