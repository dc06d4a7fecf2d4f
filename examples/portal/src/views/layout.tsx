import type { Response } from 'express';
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { catalogues } from '../i18n.js';
import { excerpt, fileOf } from '../markdown.js';
import { type Visit, visitOf } from '../visit.js';
import { Form } from './form.js';
import { Avatar } from './parts.js';

/** A page: its title, the part of the site that it belongs to, and its content. */
export interface Page {
  readonly title: string;
  readonly section?: Section;
  readonly content: VNode;
  /** For search engines and previews of links. */
  readonly description?: string;
  /** Path of the page. */
  readonly canonical?: string;
  /** URL of a picture for previews of links. */
  readonly image?: string | undefined;
}

type Section = 'board' | 'roadmap' | 'changelog' | 'inbox';

const sections: readonly [Section, string][] = [
  ['board', '/'],
  ['roadmap', '/roadmap'],
  ['changelog', '/changelog'],
  ['inbox', '/inbox'],
];
const notices = ['pending', 'done', 'saved', 'deleted', 'subscribed'] as const;

/** Sends a page. */
export function sendPage(response: Response, page: Page, status = 200): void {
  const html = renderToString(<Layout visit={visitOf(response)} {...page} />);
  response
    .status(status)
    .set('Cache-Control', 'private, no-cache')
    .vary('Sec-Fetch-Dest')
    .send(`<!doctype html>${html}`);
}

/** Returns the URL of a picture of the project's icon; the portal's icon in place of pictures of other hosts. */
function iconUrl(icon: string): string {
  if (icon.startsWith('data:image/')) return icon;
  if (icon === '' || /[:/.]/.test(icon)) return '/icon.svg';
  const text = icon.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="82" font-size="84" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function Layout({ visit, ...page }: Page & { visit: Visit }): VNode {
  const { project, t, language, path, isEmbedded } = visit;
  const notice = notices.find((each) => path.includes(`notice=${each}`));
  return (
    <html lang={language} dir={t('direction') === 'rtl' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${page.title} · ${project.name}`}</title>
        <Previews visit={visit} page={page} />
        <link rel="icon" href={iconUrl(project.icon)} />
        <link rel="stylesheet" href="/style.css" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title={t('changelog')}
          href="/feeds/changelog.atom"
        />
        <script src="/portal.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#content">
          {t('skip_to_content')}
        </a>
        {!isEmbedded && <Header visit={visit} section={page.section} />}
        <main id="content" class="main" tabIndex={-1}>
          {notice && (
            <p class="notice" role="status">
              {t(`notice_${notice}`)}
            </p>
          )}
          {page.content}
        </main>
        {!isEmbedded && <Footer visit={visit} />}
      </body>
    </html>
  );
}

/** What search engines and previews of links read (Open Graph). */
function Previews({ visit, page }: { visit: Visit; page: Page }): VNode {
  const { project, settings, t } = visit;
  const description = excerpt(page.description ?? t('site_description', { name: project.name }));
  const local = page.image === undefined ? undefined : fileOf(page.image);
  const image = local === undefined ? project.ogImage : settings.url + local;
  const isArticle = /^\/(ideas|changelog)\/./.test(page.canonical ?? '');
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:site_name" content={project.name} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={isArticle ? 'article' : 'website'} />
      {image.startsWith('http') && <meta property="og:image" content={image} />}
      {page.canonical !== undefined && (
        <>
          <link rel="canonical" href={settings.url + page.canonical} />
          <meta property="og:url" content={settings.url + page.canonical} />
        </>
      )}
    </>
  );
}

function Header({ visit, section }: { visit: Visit; section: Section | undefined }): VNode {
  const { project, settings, t, waiting } = visit;
  return (
    <header class="top">
      <div class="top__row">
        <a class="logo" href="/">
          {settings.theme.logo === '' ? (
            <>
              <img class="logo__icon" src={iconUrl(project.icon)} alt="" width="28" height="28" />
              <span class="logo__name">{project.name}</span>
            </>
          ) : (
            <img class="logo__picture" src="/logo" alt={project.name} height="28" />
          )}
        </a>
        <nav class="top__nav" aria-label={t('main_navigation')}>
          {sections
            .filter(([name]) => name !== 'inbox' || visit.isEditor)
            .map(([name, href]) => (
              <a class="top__link" href={href} aria-current={name === section ? 'page' : undefined}>
                {t(name)}
                {name === 'inbox' && waiting > 0 && (
                  <span class="count">
                    {waiting}
                    <span class="hidden"> {t('waiting', { count: waiting })}</span>
                  </span>
                )}
              </a>
            ))}
        </nav>
        <Account visit={visit} />
      </div>
    </header>
  );
}

function Account({ visit }: { visit: Visit }): VNode {
  const { person, t } = visit;
  if (!person) return <SignInLink visit={visit}>{t('sign_in')}</SignInLink>;
  return (
    <div class="account">
      <a class="bell" href="/notifications" data-unread="/notifications/unread">
        <svg class="bell__icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            stroke-width="1.8"
            stroke-linejoin="round"
            stroke-linecap="round"
            d="M6 9.5a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4s2-1.5 2-6.5M10 19.5a2.2 2.2 0 0 0 4 0"
          />
        </svg>
        <span class="hidden">{t('notifications')}</span>
        <span class="count bell__count" data-shown aria-hidden="true" hidden></span>
        <span class="hidden" data-spoken></span>
      </a>
      <details class="menu">
        <summary class="menu__button">
          <Avatar user={{ full_name: person.name, avatar_url: '' }} />
          <span class="hidden">{t('account')}</span>
        </summary>
        <div class="menu__items">
          <p class="menu__name" dir="auto">
            {person.name}
          </p>
          {visit.isEditor && (
            <a class="menu__link menu__link_phone" href="/inbox">
              {t('inbox')} {visit.waiting > 0 && <span class="count">{visit.waiting}</span>}
            </a>
          )}
          <a class="menu__link" href="/preferences">
            {t('preferences')}
          </a>
          <Form visit={visit} action="/sign-out">
            <button class="menu__link">{t('sign_out')}</button>
          </Form>
        </div>
      </details>
    </div>
  );
}

function Footer({ visit }: { visit: Visit }): VNode {
  const { t, language, path } = visit;
  return (
    <footer class="footer">
      <nav class="footer__nav" aria-label={t('languages')}>
        {Object.entries(catalogues).map(([code, { language: name }]) => (
          <a
            class="footer__link"
            href={`/language?to=${code}&back=${encodeURIComponent(path)}`}
            lang={code}
            aria-current={code === language ? 'true' : undefined}
          >
            {String(name)}
          </a>
        ))}
      </nav>
      <nav class="footer__nav" aria-label={t('feeds')}>
        <a class="footer__link" href="/feeds/changelog.atom">
          Atom
        </a>
        <a class="footer__link" href="/feeds/changelog.rss">
          RSS
        </a>
      </nav>
    </footer>
  );
}

/** A link that leads back to a page after the sign-in, by default to this one. */
export function SignInLink({
  visit,
  back = visit.path,
  vote,
  class: name = 'button',
  children,
}: {
  visit: Visit;
  back?: string;
  /** Id of feedback to vote for after the sign-in. */
  vote?: string;
  class?: string;
  children: ComponentChildren;
}): VNode {
  // Identity providers refuse to be in a frame.
  const target = visit.isEmbedded ? '_blank' : undefined;
  const query = new URLSearchParams({ back, ...(vote !== undefined && { vote }) });
  return (
    <a class={name} href={`/sign-in?${query}`} rel="nofollow" target={target}>
      {children}
    </a>
  );
}
