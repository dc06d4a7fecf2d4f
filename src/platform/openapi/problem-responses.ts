import { commonProblems, type DocumentedProblem, inputFieldErrors, problemDetails } from '../http/index.js';
import { headerRefs, responseHeaders } from './headers.js';
import { type Json, mapValues, objectSchema, schemaRef } from './json-schemas.js';

/** Collects the problems of all operations, and their responses, which operations share. */
export class ProblemResponses {
  readonly responses: Json = {};
  private readonly problems = new Map<string, DocumentedProblem>();
  /** Codes of all field errors, and their meanings. */
  private readonly fieldErrors: readonly (readonly [code: string, meaning: string])[];

  /** @param fieldErrors codes of the application's field errors, and their meanings */
  constructor(fieldErrors: Readonly<Record<string, string>>) {
    this.fieldErrors = Object.entries({ ...inputFieldErrors, ...fieldErrors });
  }

  /**
   * Returns the responses with these problems by status. Problems of the same name count as one.
   *
   * @param headers names of the headers of every answer
   * @param variant distinguishes the names of responses with other headers
   */
  add(problems: readonly DocumentedProblem[], headers: readonly string[], variant: readonly string[]): Json {
    const byStatus = new Map<number, DocumentedProblem[]>();
    for (const each of problems) {
      if (!this.problems.has(each.name)) this.problems.set(each.name, each);
      const others = byStatus.get(each.problem.status) ?? [];
      if (others.some(({ name }) => name === each.name)) continue;
      byStatus.set(each.problem.status, [...others, each]);
    }
    const sorted = [...byStatus].sort(([a], [b]) => a - b);
    const references = sorted.map(([status, those]) => {
      const key = [status, ...variant, ...those.map(({ name }) => name)].join('.');
      this.responses[key] = response(those, headers);
      return [status, { $ref: `#/components/responses/${key}` }];
    });
    return Object.fromEntries(references) as Json;
  }

  /** Returns an example of each problem. */
  examples(): Json {
    return mapValues(Object.fromEntries(this.problems), ({ problem }) => ({
      summary: problem.detail,
      value: problemDetails(problem, 'b1946ac92492d2347c6235b4'),
    }));
  }

  /** Returns the schemas of problem details and of field errors. */
  schemas(): Json {
    const codes = [...new Set(this.onePerCode().map(({ problem }) => problem.code))];
    const problem = {
      type: { const: 'about:blank', description: 'Status and `code` say what kind of problem it is.' },
      title: { type: 'string', description: 'The status in words.' },
      status: { type: 'integer', description: 'The status.' },
      detail: { type: 'string', description: 'A sentence for people. It may change.' },
      code: {
        type: 'string',
        enum: codes,
        description: 'Stable. New ones may be added: take one that you do not know for what its status says.',
      },
      request_id: { type: 'string', description: 'The `X-Request-Id` of the answer.' },
      errors: {
        type: 'array',
        items: schemaRef('Fault'),
        description: 'The faults of the input, all of them.',
      },
    };
    const fieldError = {
      pointer: { type: 'string', description: 'Where it is in the body: a JSON Pointer (RFC 6901).' },
      parameter: { type: 'string', description: 'Name of the parameter in path or query.' },
      code: {
        type: 'string',
        enum: this.fieldErrors.map(([code]) => code),
        description: 'Stable. New ones may be added.',
      },
      detail: { type: 'string', description: 'A sentence for people. It may change.' },
    };
    return {
      Problem: objectSchema(
        'What went wrong (RFC 9457). Programs branch on `code`, people read `detail`.',
        problem,
        ['type', 'title', 'status', 'detail', 'code', 'request_id'],
      ),
      Fault: objectSchema(
        'One fault of an input: it has a `pointer`, or a `parameter` in its place.',
        fieldError,
        ['code', 'detail'],
      ),
    };
  }

  /** Returns the section of the guide with each problem and each code of a field error, in Markdown. */
  guide(): string {
    const sorted = this.onePerCode().sort((a, b) => a.problem.status - b.problem.status);
    return [
      '## Errors, one by one',
      ...sorted.map(
        ({ problem: { code, status, detail }, remedy }) =>
          `### \`${code}\` (${status})\n\n“${detail}” ${remedy}`,
      ),
      '### The codes in `errors`',
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
}

function response(problems: readonly DocumentedProblem[], headers: readonly string[]): Json {
  const codes = [...new Set(problems.map(({ problem }) => problem.code))];
  const own = problems.flatMap(({ problem }) => Object.keys(problem.options.headers ?? {}));
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerRefs([...headers, ...own.filter((name) => name in responseHeaders)]),
    content: {
      'application/problem+json': {
        schema: { allOf: [schemaRef('Problem'), { properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(
          problems.map(({ name }) => [name, { $ref: `#/components/examples/${name}` }]),
        ),
      },
    },
  };
}
