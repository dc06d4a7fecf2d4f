import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { FeedbackClient } from 'feedback-changelog-client';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { createPortal } from '../src/app.js';
import type { Settings } from '../src/settings.js';
import { type Account, startIdentityProvider } from '../try/identity-provider.js';
import { serviceSettings, startService } from '../try/service.js';
import { MailBox } from './mail-box.js';

const audience = 'https://feedback.example.com';
const token = 'token-of-the-instance-admin-in-tests';
export const project = 'acme';
export const ada: Account = { email: 'ada@example.com', name: 'Ada' };
export const bob: Account = { email: 'bob@example.com', name: 'Bob' };
/** Her access tokens expire after a second: the portal renews them 30 seconds before. */
export const rita: Account = { email: 'rita@example.com', name: 'Rita', tokenSeconds: 31 };
export const eve: Account = { email: 'eve@example.com', name: 'Eve, an editor' };

/** What the portal keeps for a minute, and what its script asks for. */
const cached =
  /\/(projects\/[^/]+|statuses|boards|tags|fields|members)$|notifications\?unread|pending&limit=1&|changelogs\?.*limit=100/;

/** A service, an identity provider, a portal and a browser. */
export class World {
  /**
   * The paths of the requests that the portal has sent to the service for pages: without those that it repeats in the
   * background each minute, and those for the number of notifications, which the script asks for.
   */
  readonly requests: string[] = [];
  /** Whether the portal cannot reach the service. */
  isDown = false;
  /** Whether the service accepts connections, but does not answer. */
  isHanging = false;
  /** The cookies of people who have signed in. */
  private readonly sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

  private constructor(
    readonly settings: Settings,
    readonly admin: FeedbackClient,
    readonly browser: Browser,
    readonly mails: MailBox,
    readonly close: () => Promise<void>,
  ) {}

  /** Starts everything, with an empty project whose editor is Eve. */
  static async start(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'portal-'));
    const [portalPort = 0, providerPort = 0, servicePort = 0] = await freePorts(3);
    const mails = await MailBox.start();
    const settings: Settings = {
      port: portalPort,
      url: `http://127.0.0.1:${portalPort}`,
      serviceUrl: `http://127.0.0.1:${servicePort}`,
      trustProxy: 'loopback',
      project,
      sessionSecret: 'secret of the sessions in tests',
      oidc: {
        issuer: `http://127.0.0.1:${providerPort}`,
        clientId: 'portal',
        clientSecret: '',
        audience,
        scope: 'openid offline_access read write',
        prompt: 'login',
      },
      linkSecret: 'secret of the links of the product in tests',
      widgetOrigins: [`http://127.0.0.1:${hostPort}`],
      newsByMail: true,
      theme: { color: '', colorDark: '', logo: '' },
    };
    const service = await startService(folder, {
      ...serviceSettings({
        port: servicePort,
        portalUrl: settings.url,
        issuer: settings.oidc.issuer,
        audience,
      }),
      BOOTSTRAP_ACCESS_TOKEN: token,
      SMTP_URL: mails.url,
      MAIL_FROM: 'news@example.com',
      PUBLIC_BASE_URL: settings.serviceUrl,
      // An empty database; the embedded one takes longer to start.
      DATABASE_URL: process.env['DATABASE_URL'] ?? '',
    });
    const admin = new FeedbackClient({ baseUrl: settings.serviceUrl, token });
    await admin.projects.create({ name: 'Acme', slug: project, icon: '🚀' });
    await admin.projects.updateSettings(project, {
      signed_in: 'contributor',
      public_feedback: true,
      public_changelog: true,
      public_names: true,
    });
    const { id } = await admin.users.create({ email: eve.email, full_name: eve.name });
    await admin.members.setRole(project, id, { role: 'editor' });

    const accounts = [ada, bob, eve, rita];
    const provider = await startIdentityProvider(providerPort, {
      portalUrl: settings.url,
      audience,
      accounts,
    });
    const portal = createPortal(settings).listen(portalPort, '127.0.0.1');
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const world = new World(settings, admin, browser, mails, async () => {
      await browser.close();
      mails.close();
      await Promise.all([portal, provider].map(stop));
      const ended = new Promise((resolve) => service.once('exit', resolve));
      service.kill();
      await ended;
      await rm(folder, { recursive: true });
    });
    world.countRequests();
    return world;
  }

  /** The portal runs in this process and uses its `fetch`. */
  private countRequests(): void {
    const original = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const isOfPage = !cached.test(url.pathname + url.search);
      if (url.origin !== this.settings.serviceUrl) return original(input, init);
      if (isOfPage) this.requests.push(url.pathname + url.search);
      if (this.isHanging) {
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        });
      }
      if (this.isDown) return Promise.reject(new TypeError('The service is down, for this test.'));
      return original(input, init);
    };
  }

  /** Opens a page of the portal in a browser of its own, for somebody who has signed in or nobody. */
  async visit(path: string, as?: Account, options?: BrowserContextOptions): Promise<Page> {
    const { url } = this.settings;
    const storageState = as && this.sessions.get(as.email);
    const context = await this.browser.newContext({ locale: 'en', storageState, ...options });
    const page = await context.newPage();
    if (!as || storageState) {
      await page.goto(url + path);
      return page;
    }
    await page.goto(`${url}/sign-in?back=${encodeURIComponent(path)}`);
    await page.getByRole('link', { name: as.name }).click();
    await page.waitForURL(`${url}/**`);
    await page.waitForLoadState();
    this.sessions.set(as.email, await context.storageState());
    return page;
  }
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The port of the page that has the widget. */
export const [hostPort = 0] = await freePorts(1);

/** What all tests share. */
export const world = await World.start();
after(() => world.close());
