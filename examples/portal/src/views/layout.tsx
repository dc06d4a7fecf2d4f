import type { Response } from 'express';
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { catalogues } from '../i18n.js';
import { type Visit, visitOf } from '../visit.js';
import { Form } from './form.js';

/** A page: its title, the part of the site that it belongs to, and its content. */
export interface Page {
  readonly title: string;
  readonly section?: Section;
  readonly content: VNode;
}

type Section = 'board' | 'roadmap' | 'changelog' | 'queue';

const sections: readonly [Section, string][] = [
  ['board', '/'],
  ['roadmap', '/roadmap'],
  ['changelog', '/changelog'],
  ['queue', '/queue'],
];
const notices = ['pending', 'done'] as const;

/** Sends a page. */
export function sendPage(response: Response, page: Page, status = 200): void {
  const html = renderToString(<Layout visit={visitOf(response)} {...page} />);
  response
    .status(status)
    .set('Cache-Control', 'private, no-cache')
    .vary('Sec-Fetch-Dest')
    .send(`<!doctype html>${html}`);
}

/** Returns the URL of a picture of the project's icon; that of the portal in place of pictures of other hosts. */
function iconUrl(icon: string): string {
  if (icon.startsWith('data:image/')) return icon;
  if (icon === '' || /[:/.]/.test(icon)) return '/icon.svg';
  const text = icon.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="82" font-size="84" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function Layout({ visit, title, section, content }: Page & { visit: Visit }): VNode {
  const { project, t, language, path } = visit;
  const icon = iconUrl(project.icon);
  const notice = notices.find((each) => path.includes(`notice=${each}`));
  return (
    <html lang={language} dir={t('direction') === 'rtl' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${project.name}`}</title>
        <link rel="icon" href={icon} />
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
        <header class="top">
          <div class="wide">
            <a class="logo" href="/">
              <img src={icon} alt="" width="28" height="28" />
              <span>{project.name}</span>
            </a>
            <nav aria-label={t('main_navigation')}>
              {sections
                .filter(([name]) => name !== 'queue' || visit.isEditor)
                .map(([name, href]) => (
                  <a href={href} aria-current={name === section ? 'page' : undefined}>
                    {t(name)}
                  </a>
                ))}
            </nav>
            <Account visit={visit} />
          </div>
        </header>
        <main id="content" class="wide" tabIndex={-1}>
          {notice && (
            <p class="notice" role="status">
              {t(`notice_${notice}`)}
            </p>
          )}
          {content}
        </main>
        <footer class="wide">
          <nav aria-label={t('languages')}>
            {Object.entries(catalogues).map(([code, { language: name }]) => (
              <a
                href={`/language?to=${code}&back=${encodeURIComponent(path)}`}
                lang={code}
                aria-current={code === language ? 'true' : undefined}
              >
                {String(name)}
              </a>
            ))}
          </nav>
        </footer>
      </body>
    </html>
  );
}

function Account({ visit }: { visit: Visit }): VNode {
  const { person, t } = visit;
  if (!person) return <SignInLink visit={visit}>{t('sign_in')}</SignInLink>;
  return (
    <div class="account">
      <a href="/notifications" data-unread="/notifications/unread">
        {t('notifications')}
        <span class="count" aria-hidden="true" hidden></span>
        <span class="hidden"></span>
      </a>
      <span class="name">{person.name}</span>
      <Form visit={visit} action="/sign-out">
        <button class="quiet">{t('sign_out')}</button>
      </Form>
    </div>
  );
}

/** A link that leads back to a page after the sign-in, by default to this one. */
export function SignInLink({
  visit,
  back = visit.path,
  class: name = 'button',
  children,
}: {
  visit: Visit;
  back?: string;
  class?: string;
  children: ComponentChildren;
}): VNode {
  // Identity providers refuse to be in a frame.
  const target = visit.isEmbedded ? '_blank' : undefined;
  return (
    <a class={name} href={`/sign-in?back=${encodeURIComponent(back)}`} rel="nofollow" target={target}>
      {children}
    </a>
  );
}
