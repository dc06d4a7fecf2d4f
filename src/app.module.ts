import {
  type DynamicModule,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  RequestMethod,
  type Type,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AssistantsModule } from './assistants/index.js';
import { attachmentFieldErrors, AttachmentsModule, PublicAttachmentsModule } from './attachments/index.js';
import {
  changelogEvents,
  ChangelogModule,
  feedbackLinkEvents,
  LinkedFeedbackModule,
  PublicChangelogsModule,
} from './changelog/index.js';
import { type CheckedLayout, checkLayout, OptionErrors } from './settings/check-options.js';
import { checkExtensions } from './extensions.js';
import {
  DuplicatesModule,
  feedbackEvents,
  feedbackFieldErrors,
  FeedbackModule,
  PublicFeedbackModule,
} from './feedback/index.js';
import { describeEvents, eventFieldErrors, EventsModule } from './events/index.js';
import * as guide from './api/guide.js';
import {
  accessNote,
  identityFieldErrors,
  IdentityModule,
  ProtectedResourceModule,
} from './identity/index.js';
import {
  MailModule,
  notificationFieldErrors,
  NotificationsModule,
  PublicMailModule,
  receivedEvent,
  webhookEvents,
  webhookFieldErrors,
  WebhooksModule,
} from './outreach/index.js';
import { DatabaseModule, type Persistence } from './platform/persistence/index.js';
import { Layout } from './platform/config/index.js';
import { HealthModule, ServiceMiddleware } from './platform/http/index.js';
import { type ApiDescription, type DescribedEvent, OpenApiModule } from './platform/openapi/index.js';
import { PlatformModule, type PlatformOptions } from './platform/platform.module.js';
import { readPackageDetails } from './api/package-details.js';
import {
  projectEvents,
  projectFieldErrors,
  ProjectModule,
  projectNote,
  PublicProjectModule,
} from './project/index.js';
import { ProjectExportModule, projectImportEvents, ProjectImportModule } from './transfer/index.js';

/** A module of the product, with its tables, and with the modules of its aggregates. */
type ProductModule = Type & { readonly persistence?: Persistence; readonly aggregates?: readonly Type[] };

/** Returns a module with the modules of its aggregates, which have its routes. */
function withAggregates(module: ProductModule): readonly Type[] {
  return [module, ...(module.aggregates ?? [])];
}

/** Links between entries and feedback, exports and imports need both modules. */
function hasBoth({ feedback, changelog }: CheckedLayout['modules']): boolean {
  return feedback && changelog;
}

/** Notifications are about both. */
function hasNotifications(modules: CheckedLayout['modules']): boolean {
  return hasBoth(modules) && modules.notifications;
}

/** Mails are about what people are notified of. */
function hasMail(modules: CheckedLayout['modules']): boolean {
  return hasNotifications(modules) && modules.mail;
}

/** Attachments belong to feedback, to comments on it, and to entries. */
function hasEither({ feedback, changelog }: CheckedLayout['modules']): boolean {
  return feedback || changelog;
}

/** Returns the product modules that are on, those with operations under `/v1`. */
function productModules({ modules }: CheckedLayout): readonly ProductModule[] {
  return [
    IdentityModule,
    ProjectModule,
    ...(hasEither(modules) ? [AttachmentsModule] : []),
    ...(modules.feedback ? [FeedbackModule, DuplicatesModule] : []),
    ...(modules.changelog ? [ChangelogModule] : []),
    ...(hasBoth(modules) ? [LinkedFeedbackModule] : []),
    EventsModule,
    ...(modules.webhooks ? [WebhooksModule] : []),
    ...(hasBoth(modules) ? [ProjectExportModule, ProjectImportModule] : []),
    ...(hasNotifications(modules) ? [NotificationsModule] : []),
    ...(hasMail(modules) ? [MailModule] : []),
  ];
}

/** Returns the modules with routes outside of `/v1`. The last one matches everything that no other route matches. */
function surroundingModules({ modules }: CheckedLayout): readonly Type[] {
  return [
    ProtectedResourceModule,
    ...(hasEither(modules) ? [PublicProjectModule, PublicAttachmentsModule] : []),
    ...(modules.feedback ? [PublicFeedbackModule] : []),
    ...(modules.changelog ? [PublicChangelogsModule] : []),
    ...(hasMail(modules) ? [PublicMailModule] : []),
    ...(modules.assistants ? [AssistantsModule] : []),
    OpenApiModule,
  ];
}

/** Returns what the API document says of the events in the feed. */
function eventsOf({ modules, extensions }: CheckedLayout): Readonly<Record<string, DescribedEvent>> {
  return {
    ...projectEvents,
    ...(modules.feedback ? feedbackEvents : {}),
    ...(modules.changelog ? changelogEvents : {}),
    ...(hasBoth(modules) ? { ...feedbackLinkEvents, ...projectImportEvents } : {}),
    ...Object.fromEntries(extensions.flatMap(({ events = {} }) => Object.entries(events))),
  };
}

/** Reports invalid extensions: their event types must differ from the service's, also from those in modules that are off. */
export function checkExtensionsOf({ extensions }: CheckedLayout, errors: OptionErrors): void {
  const own = eventsOf({ ...checkLayout({}, new OptionErrors()), extensions: [] });
  checkExtensions(extensions, Object.keys({ ...own, ...webhookEvents }), errors);
}

/** Returns the modules of the host with operations under `/v1`. */
function extensionModules({ extensions }: CheckedLayout): readonly (Type | DynamicModule)[] {
  return extensions.flatMap(({ module }) => module ?? []);
}

/** Returns the class of a module. */
function classOf(module: Type | DynamicModule): Type {
  return 'module' in module ? module.module : module;
}

/** Returns the parts of the API document that are not derived from the controllers. */
function describe(layout: CheckedLayout): ApiDescription {
  const { modules, extensions } = layout;
  return {
    title: 'Feedback & Changelog Service',
    ...readPackageDetails(),
    introduction: guide.introduction,
    tags: [...guide.tags, ...extensions.flatMap(({ tags = [] }) => tags)],
    security: guide.tokens,
    notes: [accessNote, projectNote],
    events: describeEvents({ ...eventsOf(layout), ...(modules.webhooks ? webhookEvents : {}) }),
    webhooks: modules.webhooks ? { event: { post: receivedEvent } } : {},
    fieldErrors: {
      ...identityFieldErrors,
      ...projectFieldErrors,
      ...(hasEither(modules) ? attachmentFieldErrors : {}),
      ...(modules.feedback ? feedbackFieldErrors : {}),
      ...(modules.webhooks ? webhookFieldErrors : {}),
      ...(hasNotifications(modules) ? notificationFieldErrors : {}),
      ...eventFieldErrors,
    },
  };
}

/** Returns the tables of the modules that are on. */
function persistenceOf(layout: CheckedLayout): readonly Persistence[] {
  const own = [DatabaseModule, ...productModules(layout)].flatMap(
    ({ persistence }: ProductModule) => persistence ?? [],
  );
  return [...own, ...extensionTables(layout)];
}

/** Returns the tables of the host's extensions. */
function extensionTables({ extensions }: CheckedLayout): readonly Persistence[] {
  return extensions.map(({ migrations = [], entities = [] }) => ({ migrations, entities }));
}

/** The tables of all modules. */
export const persistence = persistenceOf(checkLayout({}, new OptionErrors()));

/** The composition of the service: its modules, their routes, and what each request passes first. */
@Module({})
export class AppModule implements NestModule {
  constructor(private readonly layout: Layout) {}

  static of(checked: CheckedLayout, { settings, ports, imports }: PlatformOptions): DynamicModule {
    const product = productModules(checked);
    const { path, docs, health } = checked;
    const before = health ? [HealthModule] : [];
    const after = surroundingModules(checked);
    const ofHost = extensionModules(checked);
    const versioned = [...product.flatMap(withAggregates), ...ofHost.map(classOf)];
    const layout = { path, docs, modules: [...before, ...versioned, ...after] };
    const description = describe(checked);
    // The router takes their classes.
    const configured = new Map<Type, DynamicModule>([
      [EventsModule, EventsModule.of(eventsOf(checked))],
      [OpenApiModule, OpenApiModule.of(description, { docs })],
      [ProjectExportModule, ProjectExportModule.of(description.version)],
      [ProjectImportModule, ProjectImportModule.of(hasNotifications(checked.modules))],
      ...ofHost.flatMap((module): [Type, DynamicModule][] =>
        'module' in module ? [[module.module, module]] : [],
      ),
    ]);
    return {
      module: AppModule,
      imports: [
        PlatformModule.of(
          { imports, ports, settings: [...settings, { provide: Layout, useValue: layout satisfies Layout }] },
          persistenceOf(checked),
          [...persistence, ...extensionTables(checked)],
        ),
        ...layout.modules.map((module) => configured.get(module) ?? module),
        RouterModule.register([
          ...versioned.map((module) => ({ path: [path, 'v1'].join('/'), module })),
          ...[...before, ...after].map((module) => ({ path, module })),
        ]),
      ],
      exports: [PlatformModule, OpenApiModule, ...product],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    const { path } = this.layout;
    consumer.apply(ServiceMiddleware).forRoutes({
      path: path === '' ? '{*rest}' : `${path}{/*rest}`,
      method: RequestMethod.ALL,
      version: VERSION_NEUTRAL,
    });
  }
}
