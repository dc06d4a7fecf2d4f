import type { NextFunction, Request, Response } from 'express';
import { FeedbackClient } from 'feedback-changelog-client';
import type { AccessTokens } from './access-tokens.js';
import { languageOf, type Translate, translator } from './i18n.js';
import { emptyProject, type Project, ProjectCache } from './project.js';
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
    const { person } = request.session;
    const isEditor = person?.role === 'editor' || person?.role === 'owner';
    const client = new FeedbackClient({
      baseUrl: settings.serviceUrl,
      userAgent: 'feedback-portal',
      // A page that takes longer is no page.
      timeout: 5_000,
      maxRetries: 1,
      token: person && accessTokenOf(request, tokens),
      // The service limits the requests without a token of each address. With TRUST_PROXY, this is the address that counts.
      headers: person ? {} : { 'X-Forwarded-For': request.ip ?? '' },
    });
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
