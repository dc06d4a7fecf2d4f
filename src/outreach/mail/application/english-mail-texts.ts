import { Injectable } from '@nestjs/common';
import { type Html, html } from '../../../shared/html.js';
import {
  type ConfirmationContent,
  type DigestContent,
  type EntryContent,
  type MailLocale,
  type MailPage,
  type MailText,
  MailTexts,
  type NewsContent,
  type NewsItem,
} from '../domain/mail-texts.js';

/** The length of subjects, in code points: mail programs cut longer ones. */
const maxSubjectLength = 200;

/** The length of the beginning of a text, in code points. */
const maxExcerptLength = 1_000;

/** The texts in English. */
@Injectable()
export class EnglishMailTexts extends MailTexts {
  override confirmation({ project, confirmUrl, validDays }: ConfirmationContent): MailText {
    const question = `Do you want to receive news of ${project.name} by e-mail?`;
    const note = `If you did not ask for this, ignore this mail: nothing else will be sent. The link works for ${validDays} days.`;
    return {
      subject: shorten(`Confirm your subscription to ${project.name}`, maxSubjectLength),
      text: paragraphs(question, `Confirm your subscription:\n${confirmUrl}`, note),
      html: mailDocument(html`
        <p>${question}</p>
        ${button(confirmUrl, 'Confirm the subscription')}
        <p class="muted">${note}</p>
      `),
    };
  }

  override entry({ project, title, summary, content, publishedAt, url, ...mail }: EntryContent): MailText {
    const excerpt = shorten(summary.trim() === '' ? content : summary, maxExcerptLength);
    const date = dateIn(mail.locale, publishedAt);
    const reason = `You receive this mail because you subscribed to news of ${project.name}.`;
    return {
      subject: shorten(`${project.name}: ${title}`, maxSubjectLength),
      text: paragraphs(
        title,
        date,
        excerpt,
        url && `Read more:\n${url}`,
        `-- \n${reason}\nUnsubscribe: ${mail.unsubscribeUrl}`,
      ),
      html: mailDocument(html`
        <h1>${title}</h1>
        <p class="muted">${date}</p>
        <p class="excerpt">${excerpt}</p>
        ${url === '' ? '' : button(url, 'Read more')} ${footer(reason, mail.unsubscribeUrl)}
      `),
    };
  }

  override news({
    project,
    url,
    subscribedTo,
    unsubscribeUrl,
    turnOffUrl,
    locale,
    ...item
  }: NewsContent): MailText {
    const headline = headlineOf(item);
    const excerpt = shorten(item.excerpt, maxExcerptLength);
    const date = dateIn(locale, item.createdAt);
    const reason = `You receive this mail because you are subscribed to ${
      subscribedTo === '' ? `news of ${project.name}` : `“${subscribedTo}”`
    }.`;
    return {
      // The same for all mails about the same feedback, so that mail programs show a thread.
      subject: shorten(`${project.name}: ${item.title}`, maxSubjectLength),
      text: paragraphs(
        item.title,
        headline,
        date,
        excerpt,
        url && `Read more:\n${url}`,
        `-- \n${reason}\nUnsubscribe: ${unsubscribeUrl}\nStop all e-mails: ${turnOffUrl}`,
      ),
      html: mailDocument(html`
        <h1>${item.title}</h1>
        <p>${headline}</p>
        <p class="muted">${date}</p>
        ${excerpt === '' ? '' : html`<blockquote class="excerpt">${excerpt}</blockquote>`}
        ${url === '' ? '' : button(url, 'Read more')} ${footer(reason, unsubscribeUrl, turnOffUrl)}
      `),
    };
  }

  override digest({ project, items, omitted, unsubscribeUrl, locale }: DigestContent): MailText {
    const count = items.length + omitted;
    const numbers = new Intl.NumberFormat(englishAsIn(locale.language));
    const more = omitted === 0 ? '' : `… and ${numbers.format(omitted)} more.`;
    const reason = `You receive this summary because you are subscribed to news of ${project.name}.`;
    return {
      subject: shorten(
        `${project.name}: ${numbers.format(count)} ${count === 1 ? 'update' : 'updates'}`,
        maxSubjectLength,
      ),
      text: paragraphs(
        ...items.map(({ title, url, createdAt, ...item }) =>
          [title, `${headlineOf(item)} (${dateIn(locale, createdAt)})`, url]
            .filter((line) => line !== '')
            .join('\n'),
        ),
        more,
        `-- \n${reason}\nStop all e-mails: ${unsubscribeUrl}`,
      ),
      html: mailDocument(html`
        ${items.map(
          ({ title, url, createdAt, ...item }) => html`
            <h2>${url === '' ? title : html`<a href="${url}">${title}</a>`}</h2>
            <p>${headlineOf(item)} <span class="muted">${dateIn(locale, createdAt)}</span></p>
          `,
        )}
        <p>${more}</p>
        ${footer(reason, null, unsubscribeUrl)}
      `),
    };
  }

  override page(page: MailPage): string {
    return pages[page];
  }
}

const style = html`
  <style>
    :root {
      color-scheme: light dark;
    }
    body {
      margin: 0;
      padding: 24px 16px;
      font:
        16px/1.5 system-ui,
        sans-serif;
      color: #1f2430;
      background: #fff;
    }
    main {
      max-width: 560px;
      margin: 0 auto;
      overflow-wrap: anywhere;
    }
    h1 {
      font-size: 22px;
      line-height: 1.3;
    }
    h2 {
      margin: 20px 0 4px;
      font-size: 17px;
    }
    blockquote {
      margin: 16px 0;
      padding-inline-start: 12px;
      border-inline-start: 3px solid #a0a7b4;
    }
    .excerpt {
      white-space: pre-wrap;
    }
    .muted {
      color: #5b6270;
      font-size: 14px;
    }
    .button {
      display: inline-block;
      padding: 10px 18px;
      border: 0;
      border-radius: 6px;
      font: inherit;
      font-weight: 600;
      color: #fff;
      background: #4338ca;
      text-decoration: none;
      cursor: pointer;
    }
    footer {
      margin-top: 32px;
      padding-top: 12px;
      border-top: 1px solid #dfe2e8;
      color: #5b6270;
      font-size: 13px;
    }
    a {
      color: #4338ca;
    }
    @media (prefers-color-scheme: dark) {
      body {
        color: #e4e6eb;
        background: #14161b;
      }
      .muted,
      footer {
        color: #a0a7b4;
        border-color: #343944;
      }
      a {
        color: #a5b4fc;
      }
      .button {
        color: #14161b;
        background: #a5b4fc;
      }
    }
  </style>
`;

/** Each paragraph has the direction of its text. */
function htmlDocument(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <main dir="auto">${content}</main>
      </body>
    </html> `.text;
}

function mailDocument(content: Html): string {
  return htmlDocument('', content);
}

function button(url: string, label: string): Html {
  return html`<p><a class="button" href="${url}">${label}</a></p>`;
}

function footer(reason: string, unsubscribeUrl: string | null, turnOffUrl?: string): Html {
  const unsubscribe = unsubscribeUrl !== null && html`<a href="${unsubscribeUrl}">Unsubscribe</a>`;
  const turnOff = turnOffUrl !== undefined && html` <a href="${turnOffUrl}">Stop all e-mails</a>`;
  return html`<footer>${reason} ${unsubscribe}${turnOff}</footer>`;
}

/** Returns the parts of a text that are not empty, with blank lines between. */
function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Says what has happened, in a sentence. */
function headlineOf({ type, status, actor }: Pick<NewsItem, 'type' | 'status' | 'actor'>): string {
  const who = actor === '' ? 'Somebody' : actor;
  switch (type) {
    case 'feedback.status_changed':
      return `The status is now “${status}”.`;
    case 'feedback.merged':
      return 'Similar feedback was merged into this.';
    case 'response.created':
      return `${who} responded.`;
    case 'comment.created':
      return `${who} commented.`;
    case 'changelog.published':
      return 'A new entry was published.';
  }
}

function form(title: string, explanation: string, label: string): string {
  const content = html`
    <h1>${title}</h1>
    <p>${explanation}</p>
    <form method="post"><button class="button">${label}</button></form>
  `;
  return htmlDocument(title, content);
}

function message(title: string, explanation: string): string {
  return htmlDocument(
    title,
    html`<h1>${title}</h1>
      <p>${explanation}</p>`,
  );
}

const pages: Readonly<Record<MailPage, string>> = {
  confirm: form(
    'Confirm the subscription',
    'You will receive news by e-mail, and can unsubscribe at any time.',
    'Confirm',
  ),
  confirmed: message('Thank you', 'If the link was still valid, your subscription is confirmed.'),
  unsubscribe: form('Unsubscribe', 'You will no longer receive these e-mails.', 'Unsubscribe'),
  unsubscribed: message('Unsubscribed', 'You will no longer receive these e-mails.'),
};

function dateIn({ language, timeZone }: MailLocale, date: Date): string {
  return new Intl.DateTimeFormat(englishAsIn(language), { dateStyle: 'long', timeZone }).format(date);
}

/** Returns English as it is written in the region of a language: dates and numbers are in the order and form of the region. */
function englishAsIn(language: string): string {
  const region = language === '' ? undefined : new Intl.Locale(language).maximize().region;
  return region === undefined ? 'en' : `en-${region}`;
}

/** Returns the beginning of a text, at most so many code points. */
function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
