import { type Request, type Response, Router } from 'express';
import { FeedbackClient } from 'feedback-changelog-client';
import * as oidc from 'openid-client';
import type { Access, AccessTokens } from './access-tokens.js';
import { localPath, requireCsrfToken, startSession, text, type Body } from './session.js';
import type { Settings } from './settings.js';
import { Message, resumePath } from './pending.js';
import { readRole } from './project.js';
import { ideaId } from './urls.js';
import { sendPage, SignInLink } from './views/layout.js';
import { visitOf } from './visit.js';

/** Signing in did not work, or the person has cancelled it. */
export class SignInFailed extends Error {}

/** Signs people in through the identity provider, or by a link that the product has signed. */
export function signInRoutes(settings: Settings, tokens: AccessTokens): Router {
  const router = Router();
  const callback = `${settings.url}/sign-in/callback`;

  router.get('/sign-in', async (request, response) => {
    const page = localPath(text(request.query as Body, 'back'));
    // A sign-in that did not work does not become better by opening its page again.
    const back = page.startsWith('/sign-in') && page !== resumePath ? '/' : page;
    const visit = visitOf(response);
    if (visit.isEmbedded) {
      const link = (
        <SignInLink visit={visit} back={back}>
          {visit.t('sign_in')}
        </SignInLink>
      );
      const content = (
        <Message heading={visit.t('sign_in')} text={visit.t('sign_in_outside')}>
          <p>{link}</p>
        </Message>
      );
      return sendPage(response, { title: visit.t('sign_in'), content });
    }
    // A vote without a sign-in is cast after it. Links of other sites are not.
    const vote = ideaId(text(request.query as Body, 'vote'));
    if (vote !== '' && request.get('Sec-Fetch-Site') === 'same-origin')
      request.session.pending = { action: `/ideas/${vote}/vote`, fields: { vote: 'cast', back } };
    const provider = await tokens.provider();
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
    request.session.signIn = { verifier, state, nonce, back: request.session.pending ? resumePath : back };
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: callback,
      scope: settings.oidc.scope,
      // RFC 8707; Auth0 has a parameter of its own instead. Providers ignore parameters that they do not know.
      resource: settings.oidc.audience,
      audience: settings.oidc.audience,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(settings.oidc.prompt !== '' && { prompt: settings.oidc.prompt }),
    });
    response.redirect(303, url.href);
  });

  router.get('/sign-in/callback', async (request, response) => {
    const { signIn } = request.session;
    delete request.session.signIn;
    if (!signIn) throw new SignInFailed();
    const answer = await oidc
      .authorizationCodeGrant(
        await tokens.provider(),
        new URL(request.originalUrl, settings.url),
        {
          pkceCodeVerifier: signIn.verifier,
          expectedState: signIn.state,
          expectedNonce: signIn.nonce,
          idTokenExpected: true,
        },
        { resource: settings.oidc.audience },
      )
      .catch((cause: unknown) => {
        throw new SignInFailed('The identity provider has rejected the sign-in.', { cause });
      });
    await enter(request, response, tokens.accessOf(answer), signIn.back);
  });

  router.get('/sign-in/link', async (request, response) => {
    if (settings.linkSecret === '') throw new SignInFailed('LINK_SECRET is not set.');
    const query = request.query as Body;
    const back = localPath(text(query, 'back'));
    const link = await tokens.verifyLink(text(query, 'token')).catch((cause: unknown) => {
      // The page with the widget has been open for longer than its link is valid.
      if (request.session.person || visitOf(response).isEmbedded) return undefined;
      throw new SignInFailed('The link is not valid.', { cause });
    });
    if (!link) return response.redirect(303, back);
    await enter(request, response, await tokens.sign(link), back);
  });

  router.get('/sign-in/keys', async (_request, response) => {
    response.json(await tokens.keySet());
  });

  router.post('/sign-out', (request, response, next) => {
    // The session has ended already.
    if (request.session.person) next();
    else response.redirect(303, '/');
  });

  router.post('/sign-out', requireCsrfToken(settings.url), (request, response, next) => {
    request.session.destroy((error) => (error ? next(error) : response.redirect(303, '/')));
  });

  /** Begins the session of a person, and leads back to where they came from. */
  async function enter(request: Request, response: Response, access: Access, back: string): Promise<void> {
    const client = new FeedbackClient({ baseUrl: settings.serviceUrl, token: access.token });
    // In this order: the first request of a person creates their user.
    const { user } = await client.me().catch((cause: unknown) => {
      throw new SignInFailed('The service does not accept the person.', { cause });
    });
    const role = await readRole(client, settings.project);
    await startSession(request, { id: user.id, name: user.full_name, role, readAt: Date.now() }, access);
    response.redirect(303, back);
  }

  return router;
}
