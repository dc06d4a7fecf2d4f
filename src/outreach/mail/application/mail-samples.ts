import type { MailTexts, NewsItem } from '../domain/mail-texts.js';

const project = { name: 'Acme', slug: 'acme' };

const site = 'https://acme.example.com';

const unsubscribeUrl = 'https://feedback.example.com/mail/unsubscribe/token';

const locale = { language: 'en-GB', timeZone: 'Europe/Berlin' };

const answered: NewsItem = {
  type: 'response.created',
  title: 'Export to CSV',
  status: 'In progress',
  actor: 'Grace Hopper',
  excerpt:
    'We are working on it. The first version exports all feedback of a project, with a column for each custom field.',
  url: `${site}/ideas/1`,
  createdAt: new Date('2026-11-24T09:30:00Z'),
};

const completed: NewsItem = {
  ...answered,
  type: 'feedback.status_changed',
  status: 'Completed',
  excerpt: 'It is there! Open the menu of a list, and choose “Export”.',
};

const published: NewsItem = {
  ...answered,
  type: 'changelog.published',
  title: 'CSV export is here, and search tolerates typos',
  excerpt: 'Export all feedback of a project as one table.',
  url: `${site}/news/csv-export`,
};

/** Returns an example of every mail and page, as HTML, by its name. */
export function mailSamples(texts: MailTexts): Record<string, string> {
  const news = (item: NewsItem, subscribedTo = item.title) =>
    texts.news({ ...item, project, subscribedTo, unsubscribeUrl, turnOffUrl: unsubscribeUrl, locale }).html;
  const entry = {
    project,
    title: published.title,
    summary: published.excerpt,
    content: '',
    publishedAt: published.createdAt,
    url: published.url,
    unsubscribeUrl,
    locale,
  };
  const confirmUrl = 'https://feedback.example.com/mail/confirm/token';
  return {
    confirmation: texts.confirmation({ project, confirmUrl, validDays: 7 }).html,
    entry: texts.entry(entry).html,
    'status-changed': news(completed),
    response: news(answered),
    comment: news({ ...answered, type: 'comment.created', actor: 'Zoë' }),
    merged: news({ ...answered, type: 'feedback.merged', excerpt: '' }),
    published: news(published, ''),
    'right-to-left': news({ ...answered, title: 'ייצוא לקובץ', excerpt: 'אנחנו עובדים על זה.' }),
    digest: texts.digest({
      project,
      items: [answered, completed, published],
      omitted: 2,
      unsubscribeUrl,
      locale,
    }).html,
    'page-confirm': texts.page('confirm'),
    'page-confirmed': texts.page('confirmed'),
    'page-unsubscribe': texts.page('unsubscribe'),
    'page-unsubscribed': texts.page('unsubscribed'),
  };
}
