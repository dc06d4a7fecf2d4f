import { Router } from 'express';
import type { Status } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { members, type Post, publicMembers } from '../project.js';
import { sendPage } from '../views/layout.js';
import { ideaPath } from '../urls.js';
import { Vote } from '../views/parts.js';
import { type Visit, visitOf } from '../visit.js';

/** The roadmap: the most wanted feedback of each status on it, in columns. */
export const roadmap = Router();

interface Column {
  readonly status: Status;
  readonly count: number;
  readonly feedback: readonly Post[];
}

roadmap.get('/roadmap', async (_request, response) => {
  const visit = visitOf(response);
  const { client, settings, person, t } = visit;
  const columns: Column[] = person
    ? await client.projects.getRoadmap(settings.project, { limit: 10, include: [...members] })
    : await client.projects.getPublicRoadmap(settings.project, { limit: 10, include: [...publicMembers] });
  sendPage(response, {
    title: t('roadmap'),
    description: t('roadmap_intro'),
    canonical: '/roadmap',
    section: 'roadmap',
    content: <RoadmapPage visit={visit} columns={columns} />,
  });
});

function RoadmapPage({ visit, columns }: { visit: Visit; columns: readonly Column[] }): VNode {
  const { t } = visit;
  return (
    <>
      <div class="heading">
        <div class="heading__text">
          <h1>{t('roadmap_heading')}</h1>
          <p class="heading__intro">{t('roadmap_intro')}</p>
        </div>
      </div>
      <div class="columns">
        {columns.map(({ status, count, feedback }) => (
          <section class="column" aria-labelledby={`status-${status.key}`}>
            <h2 class="column__heading">
              <svg class="tag__dot" viewBox="0 0 8 8" width="10" height="10" aria-hidden="true">
                <circle cx="4" cy="4" r="4" fill={status.color} />
              </svg>
              <span id={`status-${status.key}`}>{status.name}</span>
              <span class="column__count">{count}</span>
            </h2>
            {feedback.length === 0 && <p class="empty">{t('column_empty')}</p>}
            <ul class="list">
              {feedback.map((post) => (
                <li class="card card_row card_small">
                  <Vote visit={visit} post={post} />
                  <h3 class="summary__title" dir="auto">
                    <a class="plain" href={ideaPath(post)}>
                      {post.title}
                    </a>
                  </h3>
                </li>
              ))}
            </ul>
            {count > feedback.length && (
              <a href={`/?status=${encodeURIComponent(status.key)}`}>{t('show_all', { count })}</a>
            )}
          </section>
        ))}
      </div>
    </>
  );
}
