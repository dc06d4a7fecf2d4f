import { Router } from 'express';
import type { Company, Upvote } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { type Body, text } from '../session.js';
import { sendPage } from '../views/layout.js';
import { Ago, Avatar, Pager } from '../views/parts.js';
import { personalVisitOf, type Visit } from '../visit.js';

/** Who wants something, for editors: its voters, and the companies with their revenue. */
export const voters = Router();

voters.get('/ideas/:id/voters', async (request, response) => {
  const visit = personalVisitOf(response);
  const { client, settings, t } = visit;
  const { id } = request.params;
  const cursor = text(request.query as Body, 'cursor') || undefined;
  const [votes, companies] = await Promise.all([
    client.feedback.upvotes.list(settings.project, id, { cursor, limit: 50 }),
    client.feedback.companies.list(settings.project, id),
  ]);
  sendPage(response, {
    title: t('voters'),
    section: 'board',
    content: (
      <VotersPage
        visit={visit}
        id={id}
        votes={votes.records}
        next={votes.nextCursor}
        companies={companies.records}
      />
    ),
  });
});

function VotersPage({
  visit,
  id,
  votes,
  next,
  companies,
}: {
  visit: Visit;
  id: string;
  votes: readonly Upvote[];
  next: string | undefined;
  companies: readonly Company[];
}): VNode {
  const { t, language } = visit;
  const number = new Intl.NumberFormat(language);
  return (
    <>
      <p>
        <a class="back" href={`/ideas/${id}`}>
          {t('back_to_idea')}
        </a>
      </p>
      <h1>{t('voters')}</h1>
      <div class="split">
        <ul class="rows">
          {votes.length === 0 && <li class="empty">{t('no_voters')}</li>}
          {votes.map(({ user, created_at: at }) => (
            <li class="person">
              <Avatar user={user} />
              <span class="person__name">
                <strong dir="auto">{user.full_name || user.email}</strong>
                <span class="meta">
                  <span>{user.email}</span>
                  <Ago visit={visit} at={at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
        <aside class="split__side" aria-label={t('companies')}>
          <div class="card stack">
            <h2>{t('companies')}</h2>
            {companies.length === 0 && <p class="empty">{t('no_companies')}</p>}
            <dl class="facts">
              {companies.map(({ name, revenue }) => (
                <div class="facts__row">
                  <dt class="facts__name">{name}</dt>
                  <dd class="facts__value">{number.format(revenue)}</dd>
                </div>
              ))}
              {companies.length > 1 && (
                <div class="facts__row">
                  <dt class="facts__name">{t('together')}</dt>
                  <dd class="facts__value">
                    <strong>{number.format(companies.reduce((sum, { revenue }) => sum + revenue, 0))}</strong>
                  </dd>
                </div>
              )}
            </dl>
          </div>
        </aside>
      </div>
      <Pager visit={visit} cursor={next} />
    </>
  );
}
