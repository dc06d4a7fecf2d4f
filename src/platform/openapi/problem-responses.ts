import { STATUS_CODES } from 'node:http';
import { commonProblems, type DocumentedProblem, inputFieldErrors, problemDetails } from '../http/index.js';
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

/** Collects the problems of all operations, and creates their responses. */
export class ProblemResponses {
  private readonly problems = new Map<string, DocumentedProblem>();
  private readonly names = new WeakMap<object, string>();
  /** Codes of all field errors, and their meanings. */
  private readonly fieldErrors: readonly (readonly [code: string, meaning: string])[];

  /** @param fieldErrors codes of the application's field errors, and their meanings */
  constructor(fieldErrors: Readonly<Record<string, string>>) {
    this.fieldErrors = Object.entries({ ...inputFieldErrors, ...fieldErrors });
  }

  /** Returns the responses with these problems by status. Problems of the same name count as one. */
  add(problems: readonly DocumentedProblem[]): Record<string, Json> {
    const byStatus = new Map<number, Map<string, DocumentedProblem>>();
    for (const each of problems) {
      if (!this.problems.has(each.name)) this.problems.set(each.name, each);
      const { status } = each.problem;
      byStatus.set(
        status,
        (byStatus.get(status) ?? new Map<string, DocumentedProblem>()).set(each.name, each),
      );
    }
    return mapValues(Object.fromEntries(byStatus), (named) => this.response([...named.values()]));
  }

  /** Returns the name of the component for a response of {@link add}. */
  readonly nameOf = (response: object): string | undefined => this.names.get(response);

  /** Returns an example of each problem. */
  examples(): Json {
    return mapValues(Object.fromEntries(this.problems), ({ problem }) => ({
      value: problemDetails(problem, ProblemResponse.example.request_id),
    }));
  }

  /** Returns the schemas of problem details and of field errors with their codes. */
  schemas({ Problem, FieldError }: ClassSchemas): ClassSchemas {
    const codes = this.onePerCode().map(({ problem }) => problem.code);
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
    const sorted = this.onePerCode().sort((a, b) => a.problem.status - b.problem.status);
    return [
      '## Error codes',
      ...sorted.map(
        ({ problem: { code, status, detail }, remedy }) =>
          `### \`${code}\` (${status})\n\n“${detail}” ${remedy}`,
      ),
      '### Codes in `errors`',
      [
        '| code | the field or parameter |',
        '| --- | --- |',
        ...this.fieldErrors.map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
      ].join('\n'),
    ].join('\n\n');
  }

  /** Returns the first problem of each code and status. */
  private onePerCode(): DocumentedProblem[] {
    const all = [...this.problems.values(), ...commonProblems.unrouted].reverse();
    const keyed = all.map((each) => [`${each.problem.code} ${each.problem.status}`, each] as const);
    return [...new Map(keyed).values()].reverse();
  }

  private response(problems: readonly DocumentedProblem[]): Json {
    const codes = [...new Set(problems.map(({ problem }) => problem.code))];
    const own = problems.flatMap(({ problem }) => Object.keys(problem.options.headers ?? {}));
    const code = { type: 'string', enum: codes };
    const response = {
      description: codes.map((each) => `\`${each}\``).join(', '),
      headers: headerRefs(own),
      content: {
        'application/problem+json': {
          schema: { allOf: [schemaRef('Problem'), { type: 'object', properties: { code } }] },
          examples: Object.fromEntries(
            problems.map(({ name }) => [name, { $ref: `#/components/examples/${name}` }]),
          ),
        },
      },
    };
    this.names.set(response, responseName(problems[0]!.problem.status, codes));
    return response;
  }
}

/** Returns a name like `SlugTaken` or `InsufficientScopeOrInsufficientRole`; that of the status if there are many codes. */
function responseName(status: number, codes: readonly string[]): string {
  return pascalCase(codes.length > 3 ? STATUS_CODES[status]! : codes.join('_or_'));
}

/** Returns the schema with these values of its property `code`. */
function withCodes(schema: ClassSchema, codes: readonly string[]): ClassSchema {
  const code = { ...schema.properties?.['code'], enum: [...new Set(codes)] };
  return { ...schema, properties: { ...schema.properties, code } };
}
