import { Router } from 'express';
import type { Status } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { members, type Post, publicMembers } from '../project.js';
import { sendPage } from '../views/layout.js';
import { Badge, Vote } from '../views/parts.js';
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
    section: 'roadmap',
    content: <RoadmapPage visit={visit} columns={columns} />,
  });
});

function RoadmapPage({ visit, columns }: { visit: Visit; columns: readonly Column[] }): VNode {
  const { t } = visit;
  return (
    <>
      <div class="heading">
        <div>
          <h1>{t('roadmap_heading')}</h1>
          <p>{t('roadmap_intro')}</p>
        </div>
      </div>
      <div class="columns">
        {columns.map(({ status, count, feedback }) => (
          <section aria-labelledby={`status-${status.key}`}>
            <h2 id={`status-${status.key}`}>
              <Badge text={status.name} color={status.color} />
            </h2>
            {feedback.length === 0 && <p class="empty">{t('column_empty')}</p>}
            <ul class="posts">
              {feedback.map((post) => (
                <li class="card small">
                  <Vote visit={visit} post={post} />
                  <h3 dir="auto">
                    <a href={`/posts/${post.id}`}>{post.title}</a>
                  </h3>
                </li>
              ))}
            </ul>
            {count > feedback.length && <a href={`/?status=${status.key}`}>{t('show_all', { count })}</a>}
          </section>
        ))}
      </div>
    </>
  );
}
