import type { DynamicModule, Provider, Type } from '@nestjs/common';
import type { DescribedEvent } from '../platform/openapi/index.js';
import type { Persistence } from '../platform/persistence/index.js';

/**
 * What a host adds to the service: operations that are built with `feedback-changelog-service/kit`, types of events, tables, and
 * adapters of ports. Each part can be left out.
 */
export interface ServiceExtension {
  /** A module whose controllers have `@Operations`. Their routes are below `<path>/v1`, and in the API document. */
  readonly module?: Type | DynamicModule;
  /** The tags of its operations, with a description of each in Markdown, for the API document. */
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  /**
   * The types of events that the host records, such as `milestone.created`, with what the API document says of them. They
   * appear in the feed, and webhooks can select them.
   */
  readonly events?: Readonly<Record<string, DescribedEvent>>;
  /**
   * Migrations of tables in the schema of the service, which run after the service's own. The names of the classes end in 13
   * digits (milliseconds since 1970).
   */
  readonly migrations?: Persistence['migrations'];
  /** Entities of TypeORM that the `manager` of `Sql` is to know. */
  readonly entities?: Persistence['entities'];
  /** Providers for ports of the service, as in the option `ports`. */
  readonly ports?: readonly Provider[];
}
