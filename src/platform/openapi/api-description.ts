import type { Reflector } from '@nestjs/core';
import type { ApiError } from '../problems/index.js';
import type { PathParameter, RecordClass } from '../http/index.js';
import type { ClassSchemas } from './json-schemas.js';

/** A method of a controller, and the controller's class: the places where decorators store metadata. */
export type Handler = [method: () => unknown, controller: new () => unknown];

/** What a module adds to the description of an operation, derived from the module's own decorators. */
export interface OperationNote {
  /** The scope that the token needs. */
  readonly scope?: string;
  /** Another requirement for calling the operation: a sentence in Markdown. */
  readonly sentence?: string;
  readonly parameters?: Readonly<Record<string, PathParameter>>;
  readonly problems?: readonly ApiError[];
}

/** An event that the service sends. */
export interface DescribedEvent {
  /** A sentence: when the event is sent. */
  readonly when: string;
  /** The type of `data`. */
  readonly data: RecordClass;
  /** The type of `previous`; absent if that is always empty. */
  readonly previous?: RecordClass;
}

/** Schemas that are derived from the schemas of records. */
export interface DerivedSchemas {
  /** Records that no operation mentions. */
  readonly records: readonly RecordClass[];
  /** Returns schemas, by name, to add to the records' schemas or to replace some of them. */
  derive(schemas: ClassSchemas): ClassSchemas;
}

/** The parts of the API document that cannot be derived from controllers. The application provides them. */
export abstract class ApiDescription {
  abstract readonly title: string;
  abstract readonly version: string;
  /** `contact` and `license` of `info`. */
  abstract readonly publisher: Readonly<Partial<Record<'contact' | 'license', object>>>;
  /** The guide, in Markdown. A section with all errors is appended to it. */
  abstract readonly introduction: string;
  abstract readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** A description of access tokens. */
  abstract readonly security: string;
  abstract readonly notes: readonly ((reflector: Reflector, handler: Handler) => OperationNote)[];
  /** The schemas of events. */
  abstract readonly events: DerivedSchemas;
  /** The requests that the service sends, by name. */
  abstract readonly webhooks: Readonly<Record<string, { readonly post: object }>>;
  /** Codes of the application's field errors, and their meanings. */
  abstract readonly fieldErrors: Readonly<Record<string, string>>;
}
