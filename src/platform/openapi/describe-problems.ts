import { STATUS_CODES } from 'node:http';
import { type Problem, problemDetails } from '../problems/index.js';
import { headerRefs } from './headers.js';
import {
  type ClassSchema,
  type ClassSchemas,
  type Json,
  mapValues,
  pascalCase,
  schemaRef,
} from './json-schemas.js';
import { ProblemResponse } from './problem.responses.js';

/** The heading of the section of the guide with all codes. */
export const errorSection = '## Error codes';

/** The key of the name that a response has as a component. `JSON.stringify` leaves it out of the document. */
export const componentName = Symbol('name of the component');

/** Codes of field errors, and their meanings. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Returns the responses with these problems by status.
 *
 * @param options `unexpectedAsDefault`: combine rate limits and failures, which are the same for most operations, to the
 * default response
 */
export function problemResponses(
  problems: readonly Problem[],
  options: { readonly unexpectedAsDefault: boolean },
): Record<string, Json> {
  const byKey: Record<string, Problem[]> = {};
  for (const each of new Set(problems)) {
    const isUnexpected = options.unexpectedAsDefault && (each.status === 429 || each.status >= 500);
    (byKey[isUnexpected ? 'default' : each.status] ??= []).push(each);
  }
  return mapValues(byKey, problemResponse);
}

function problemResponse(problems: readonly Problem[], key: string): Json {
  const codes = [...new Set(problems.map((problem) => problem.code))];
  const code = { type: 'string', enum: codes };
  return {
    description: codes.map((each) => `\`${each}\``).join(', '),
    headers: headerRefs(problems.flatMap(({ headers }) => Object.keys(headers))),
    content: {
      'application/problem+json': {
        schema: { allOf: [schemaRef('Problem'), { type: 'object', properties: { code } }] },
        example: problemDetails(problems.at(-1)!, ProblemResponse.example.request_id, '/errors'),
      },
    },
    // A name like `SlugTaken`; the status's name if there are several codes.
    [componentName]: pascalCase(codes.length === 1 ? codes[0]! : (STATUS_CODES[key] ?? 'UnexpectedError')),
  };
}

/** Returns the first problem of each code and status. */
export function onePerCode(problems: readonly Problem[]): Problem[] {
  const byCode = new Map<string, Problem>();
  for (const each of problems) {
    const key = `${each.status} ${each.code}`;
    byCode.set(key, byCode.get(key) ?? each);
  }
  return [...byCode.values()];
}

/** The problems that an operation responds with; or, without an operation, requests that reach none. */
export interface ProblemSource {
  readonly problems: readonly Problem[];
  /** Method and path. */
  readonly operation?: string;
}

/** A problem, and the operations that respond with it. */
export interface DocumentedProblem {
  readonly problem: Problem;
  /** Method and path of each; none for a problem of requests that reach no operation. */
  readonly operations: readonly string[];
}

/** All errors of the service. */
export interface ErrorReference {
  readonly problems: readonly DocumentedProblem[];
  readonly fieldErrors: FieldErrors;
}

/** Returns the different problems with their operations. Some share a code and differ in what the caller can do. */
export function groupProblems(sources: readonly ProblemSource[]): DocumentedProblem[] {
  const groups = new Map<string, { problem: Problem; operations: Set<string> }>();
  for (const { problems, operation } of sources) {
    for (const problem of problems) {
      const key = `${problem.status} ${problem.code} ${problem.remedy}`;
      const group = groups.get(key) ?? { problem, operations: new Set() };
      groups.set(key, group);
      if (operation !== undefined) group.operations.add(operation);
    }
  }
  return [...groups.values()].map(({ problem, operations }) => ({ problem, operations: [...operations] }));
}

/** Returns the schemas of problem details and of field errors with their codes. */
export function problemSchemas(
  { Problem, FieldError }: ClassSchemas,
  problems: readonly Problem[],
  fieldErrors: FieldErrors,
): ClassSchemas {
  return {
    Problem: withCodes(
      Problem!,
      problems.map(({ code }) => code),
    ),
    FieldError: withCodes(FieldError!, Object.keys(fieldErrors)),
  };
}

/** Returns the section of the guide with each problem and each code of a field error, in Markdown. */
export function errorGuide(problems: readonly Problem[], fieldErrors: FieldErrors): string {
  const sorted = problems.toSorted((a, b) => a.status - b.status);
  return [
    errorSection,
    ...sorted.map(({ code, status, remedy }) => `### \`${code}\` (${status})\n\n${remedy}`),
    '### Codes in `errors`',
    [
      '| code | the field or parameter |',
      '| --- | --- |',
      ...Object.entries(fieldErrors).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    ].join('\n'),
  ].join('\n\n');
}

/** Returns the schema with these values of its property `code`. */
function withCodes(schema: ClassSchema, codes: readonly string[]): ClassSchema {
  const code = { ...schema.properties?.['code'], enum: [...new Set(codes)] };
  return { ...schema, properties: { ...schema.properties, code } };
}
