import { STATUS_CODES } from 'node:http';
import { commonProblems, type Problem, inputFieldErrors, problemDetails } from '../problems/index.js';
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

/** Collects the problems of all operations, and creates their responses. */
export class ProblemResponses {
  private readonly problems = new Set<Problem>();
  private readonly names = new WeakMap<object, string>();
  /** Codes of all field errors, and their meanings. */
  private readonly fieldErrors: readonly (readonly [code: string, meaning: string])[];

  /** @param fieldErrors codes of the application's field errors, and their meanings */
  constructor(fieldErrors: Readonly<Record<string, string>>) {
    this.fieldErrors = Object.entries({ ...inputFieldErrors, ...fieldErrors });
  }

  /**
   * Returns the responses with these problems by status.
   *
   * @param options `unexpectedAsDefault`: combine rate limits and failures, which are the same for most operations, to the
   * default response
   */
  add(
    problems: readonly Problem[],
    options: { readonly unexpectedAsDefault: boolean },
  ): Record<string, Json> {
    const byKey = new Map<string, Problem[]>();
    for (const each of new Set(problems)) {
      const { status } = each;
      const isUnexpected = options.unexpectedAsDefault && (status === 429 || status >= 500);
      const key = isUnexpected ? 'default' : String(status);
      byKey.set(key, [...(byKey.get(key) ?? []), each]);
      this.problems.add(each);
    }
    return mapValues(Object.fromEntries(byKey), (those, key) => this.response(those, key));
  }

  /** Returns the name of the component for a response of {@link add}. */
  readonly nameOf = (response: object): string | undefined => this.names.get(response);

  /** Returns the schemas of problem details and of field errors with their codes. */
  schemas({ Problem, FieldError }: ClassSchemas): ClassSchemas {
    const codes = this.onePerCode().map(({ code }) => code);
    return {
      Problem: withCodes(Problem!, codes),
      FieldError: withCodes(
        FieldError!,
        this.fieldErrors.map(([code]) => code),
      ),
    };
  }

  /** Returns the section of the guide with each problem and each code of a field error, in Markdown. */
  guide(): string {
    const sorted = this.onePerCode().sort((a, b) => a.status - b.status);
    return [
      errorSection,
      ...sorted.map(({ code, status, remedy }) => `### \`${code}\` (${status})\n\n${remedy}`),
      '### Codes in `errors`',
      [
        '| code | the field or parameter |',
        '| --- | --- |',
        ...this.fieldErrors.map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
      ].join('\n'),
    ].join('\n\n');
  }

  /** Returns the first problem of each code and status. */
  private onePerCode(): Problem[] {
    const all = [...this.problems, ...commonProblems.unrouted];
    return all.filter(
      (each, at) => at === all.findIndex(({ code, status }) => code === each.code && status === each.status),
    );
  }

  private response(problems: readonly Problem[], key: string): Json {
    const codes = [...new Set(problems.map((problem) => problem.code))];
    const headers = problems.flatMap((problem) => Object.keys(problem.headers));
    const code = { type: 'string', enum: codes };
    const response = {
      description: codes.map((each) => `\`${each}\``).join(', '),
      headers: headerRefs(headers),
      content: {
        'application/problem+json': {
          schema: { allOf: [schemaRef('Problem'), { type: 'object', properties: { code } }] },
          example: problemDetails(problems.at(-1)!, ProblemResponse.example.request_id),
        },
      },
    };
    this.names.set(response, responseName(key, codes));
    return response;
  }
}

/** Returns a name like `SlugTaken`; that of the status if there are several codes. */
function responseName(key: string, [code = '', ...others]: readonly string[]): string {
  return pascalCase(others.length === 0 ? code : (STATUS_CODES[key] ?? 'UnexpectedError'));
}

/** Returns the schema with these values of its property `code`. */
function withCodes(schema: ClassSchema, codes: readonly string[]): ClassSchema {
  const code = { ...schema.properties?.['code'], enum: [...new Set(codes)] };
  return { ...schema, properties: { ...schema.properties, code } };
}
