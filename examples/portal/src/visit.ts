import type { NextFunction, Request, Response } from 'express';
import { FeedbackClient } from 'feedback-changelog-client';
import type { AccessTokens } from './access-tokens.js';
import { languageOf, type Translate, translator } from './i18n.js';
import { emptyProject, type Project, ProjectCache, readRole } from './project.js';
import { accessTokenOf, csrfTokenOf, type Person, SignInRequired } from './session.js';
import type { Settings } from './settings.js';

/** A request of a browser, with what its page needs. */
export interface Visit {
  readonly settings: Settings;
  readonly project: Project;
  /** Calls the API for the person, or without a token. */
  readonly client: FeedbackClient;
  readonly person: Person | undefined;
  readonly isEditor: boolean;
  readonly language: string;
  readonly t: Translate;
  /** For the forms of the page. */
  readonly csrf: string;
  /** Path and query of the page. */
  readonly path: string;
  /** Whether the page is shown in the frame of the widget, where identity providers cannot be. */
  readonly isEmbedded: boolean;
  /** Number of contributions that wait for approval, for editors. */
  readonly waiting: number;
  /** Loads the project again, after a change of what is kept of it. */
  readonly refresh: () => void;
}

/** Creates the visit of each request. */
export function visits(settings: Settings, tokens: AccessTokens) {
  const cache = new ProjectCache(settings.project);
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const signedIn = request.session.person;
    const client = new FeedbackClient({
      baseUrl: settings.serviceUrl,
      userAgent: 'feedback-portal',
      // A page that takes longer is no page.
      timeout: 5_000,
      maxRetries: 1,
      token: signedIn && accessTokenOf(request, tokens),
      // The service limits the requests without a token of each address. With TRUST_PROXY, this is the address that counts.
      headers: signedIn ? {} : { 'X-Forwarded-For': request.ip ?? '' },
    });
    const person = signedIn && (await withRole(signedIn, client, settings.project));
    if (person !== signedIn) request.session.person = person;
    const isEditor = person?.role === 'editor' || person?.role === 'owner';
    const audience = isEditor ? 'editors' : person ? 'people' : 'everyone';
    const language = languageOf(request);
    const [project, failure] = await cache.get(audience, client).then(
      (loaded) => [loaded, undefined] as const,
      (error: unknown) => [emptyProject, error] as const,
    );
    const visit: Visit = {
      settings,
      client,
      person,
      isEditor,
      language,
      project,
      t: translator(language),
      csrf: csrfTokenOf(request),
      path: request.originalUrl,
      isEmbedded: request.get('Sec-Fetch-Dest') === 'iframe',
      waiting: project.waiting,
      refresh: () => cache.forget(audience),
    };
    response.locals['visit'] = visit;
    next(failure);
  };
}

const roleMs = 5 * 60_000;

/** Returns the person with the role that they have now. Pages show what is kept for people with the same role. */
async function withRole(person: Person, client: FeedbackClient, project: string): Promise<Person> {
  if (Date.now() - person.readAt < roleMs) return person;
  // What is wrong shows when the page reads something.
  const role = await readRole(client, project).catch(() => 'contributor' as const);
  return { ...person, role, readAt: Date.now() };
}

/** Returns the visit of a request. */
export function visitOf(response: Response): Visit {
  return response.locals['visit'] as Visit;
}

/** Returns the visit of a person, for what only people who have signed in can do. */
export function personalVisitOf(response: Response): Visit & { readonly person: Person } {
  const visit = visitOf(response);
  if (!visit.person) throw new SignInRequired();
  return { ...visit, person: visit.person };
}
