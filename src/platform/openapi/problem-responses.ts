import { commonProblems, type DocumentedProblem, inputFieldErrors, problemDetails } from '../http/index.js';
import { components, headerRefs } from './components.js';
import { type ClassSchema, type Json, mapValues, schemaRef } from './json-schemas.js';

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
    const { Problem, Fault } = components.schemas;
    return {
      Problem: withCodes(
        Problem,
        this.onePerCode().map(({ problem }) => problem.code),
      ),
      Fault: withCodes(
        Fault,
        this.fieldErrors.map(([code]) => code),
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

/** Returns the schema with these values of its property `code`. */
function withCodes(schema: ClassSchema, codes: readonly string[]): ClassSchema {
  const code = { ...schema.properties?.['code'], enum: [...new Set(codes)] };
  return { ...schema, properties: { ...schema.properties, code } };
}

function response(problems: readonly DocumentedProblem[], headers: readonly string[]): Json {
  const codes = [...new Set(problems.map(({ problem }) => problem.code))];
  const own = problems.flatMap(({ problem }) => Object.keys(problem.options.headers ?? {}));
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerRefs([...headers, ...own.filter((name) => name in components.headers)]),
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
