import { Router } from 'express';
import type { UserNotification } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { type Body, text } from '../session.js';
import { Form } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { entryPath, ideaPath } from '../urls.js';
import { Ago, authorOf, Avatar, Pager } from '../views/parts.js';
import { personalVisitOf, type Visit } from '../visit.js';

/** What has happened to what a person follows. */
export const notifications = Router();

notifications.get('/notifications', async (request, response) => {
  const visit = personalVisitOf(response);
  const cursor = text(request.query as Body, 'cursor') || undefined;
  const { records, nextCursor } = await visit.client.notifications.list({ cursor, limit: 30 });
  sendPage(response, {
    title: visit.t('notifications'),
    content: <NotificationsPage visit={visit} notifications={records} next={nextCursor} />,
  });
});

// The script asks for it once a minute, so that no page waits for it.
notifications.get('/notifications/unread', async (_request, response) => {
  const { client, t } = personalVisitOf(response);
  const { headers } = await client.notifications.list({ unread: true, limit: 1 }).withResponse();
  const count = Number(headers.get('x-unread-count'));
  response.json({ shown: count >= 100 ? '99+' : String(count), count, label: t('unread_count', { count }) });
});

notifications.post('/notifications/read', async (request, response) => {
  const { client } = personalVisitOf(response);
  await client.notifications.markRead({ before: text(request.body as Body, 'before') });
  response.redirect(303, '/notifications');
});

function NotificationsPage({
  visit,
  notifications,
  next,
}: {
  visit: Visit;
  notifications: readonly UserNotification[];
  next: string | undefined;
}): VNode {
  const { t } = visit;
  const [newest] = notifications;
  return (
    <>
      <div class="heading">
        <div class="heading__text">
          <h1>{t('notifications')}</h1>
          <p class="heading__intro">
            <a href="/preferences">{t('preferences')}</a>
          </p>
        </div>
        {newest && notifications.some(({ read_at: readAt }) => readAt === null) && (
          <Form visit={visit} action="/notifications/read">
            <input
              type="hidden"
              name="before"
              value={new Date(Date.parse(newest.created_at) + 1).toISOString()}
            />
            <button class="button button_secondary">{t('mark_read')}</button>
          </Form>
        )}
      </div>
      {!newest && <p class="empty">{t('no_notifications')}</p>}
      <ul class="list">
        {notifications.map((notification) => (
          <li class="card person">
            <Avatar user={notification.actor ?? undefined} />
            <div class="person__name">
              <a href={hrefOf(notification)}>{sentenceOf(visit, notification)}</a>
              <p class="meta">
                {notification.read_at === null && <span class="mark">{t('unread')}</span>}
                <Ago visit={visit} at={notification.created_at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Pager visit={visit} cursor={next} />
    </>
  );
}

function hrefOf({ feedback, changelog }: UserNotification): string {
  if (changelog) return entryPath(changelog);
  return feedback ? ideaPath(feedback) : '/';
}

function sentenceOf(visit: Visit, { type, feedback, changelog, actor }: UserNotification): string {
  const status = visit.project.statuses.find(({ key }) => key === feedback?.status)?.name ?? '';
  return visit.t(type, {
    title: (changelog ?? feedback)?.title ?? '',
    status,
    name: authorOf(visit, { user: actor }),
  });
}
