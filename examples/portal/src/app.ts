import { fileURLToPath } from 'node:url';
import compression from 'compression';
import express, { type Express } from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { AccessTokens } from './access-tokens.js';
import { PageNotFound, showError } from './errors.js';
import { chooseLanguage } from './i18n.js';
import { board } from './pages/board.js';
import { changelog, mailSubscriptions } from './pages/changelog.js';
import { comments } from './pages/comments.js';
import { editing } from './pages/editing.js';
import { editor } from './pages/editor.js';
import { files } from './pages/files.js';
import { inbox } from './pages/inbox.js';
import { merging } from './pages/merging.js';
import { notifications } from './pages/notifications.js';
import { post } from './pages/post.js';
import { preferences } from './pages/preferences.js';
import { roadmap } from './pages/roadmap.js';
import { search } from './pages/search.js';
import { readPicture, submit } from './pages/submit.js';
import { team } from './pages/team.js';
import { voters } from './pages/voters.js';
import { widget } from './pages/widget.js';
import { resume } from './pending.js';
import { type Body, localPath, requireCsrfToken, text } from './session.js';
import type { Settings } from './settings.js';
import { signInRoutes } from './sign-in.js';
import { styleSheet } from './theme.js';
import { visits } from './visit.js';

const publicFolder = fileURLToPath(new URL('../../public', import.meta.url));

/** Creates the portal as an Express application. */
export function createPortal(settings: Settings): Express {
  const app = express();
  const tokens = new AccessTokens(settings);
  const isSecure = settings.url.startsWith('https:');
  app.disable('x-powered-by');
  // A proxy ends TLS.
  app.set('trust proxy', settings.trustProxy);
  app.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: policy(settings, isSecure) },
      strictTransportSecurity: isSecure,
      // `frame-ancestors` says which pages may show the portal in a frame.
      xFrameOptions: false,
      // Browsers then say where a form comes from.
      referrerPolicy: { policy: 'same-origin' },
      // Previews of links load pictures of the portal.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
  );
  app.use(compression());
  const styles = styleSheet(`${publicFolder}/style.css`, settings);
  app.get('/style.css', (_request, response) => {
    response.type('css').set('Cache-Control', 'public, max-age=3600').send(styles);
  });
  if (settings.theme.logo !== '') {
    app.get('/logo', (_request, response) => response.sendFile(settings.theme.logo, { root: '.' }));
  }
  app.use(express.static(publicFolder, { maxAge: '1h' }));
  app.use(
    session({
      name: 'portal',
      secret: settings.sessionSecret,
      resave: false,
      saveUninitialized: false,
      cookie: { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: 7 * 24 * 60 * 60 * 1_000 },
    }),
  );
  app.use(express.urlencoded({ extended: false, limit: '500kb' }));
  app.get('/language', (request, response) => {
    const query = request.query as Body;
    chooseLanguage(response, text(query, 'to'));
    response.redirect(303, localPath(text(query, 'back')));
  });
  app.use(visits(settings, tokens));
  app.use(signInRoutes(settings, tokens));
  app.use(mailSubscriptions);
  app.post(['/ideas', '/changelog/entries', '/changelog/entries/:id'], readPicture);
  app.use(requireCsrfToken(new URL(settings.url).origin));
  app.use(resume);
  // The editor comes before the pages of entries, whose slugs could be its paths.
  app.use(board, editing, merging, voters, post, comments, submit, roadmap, editor, changelog);
  app.use(notifications, preferences, team, inbox, widget, files, search);
  app.use(() => {
    throw new PageNotFound();
  });
  app.use(showError);
  return app;
}

/** Everything comes from this site; nothing is written into the pages (CSP level 3). */
function policy({ widgetOrigins }: Settings, isSecure: boolean) {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: widgetOrigins.length > 0 ? [...widgetOrigins] : ["'none'"],
    ...(isSecure && { upgradeInsecureRequests: [] }),
  };
}
