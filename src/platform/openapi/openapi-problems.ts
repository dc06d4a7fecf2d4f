import type { JsonSchema } from '../../shared/rules.js';
import {
  type ExplainedProblem,
  inputFaults,
  type Problem,
  problemDetails,
  type ProblemDetails,
} from '../http/index.js';

/** The problem as it is sent. */
export function exampleOf(problem: Problem): ProblemDetails {
  return problemDetails(problem, 'b1946ac92492d2347c6235b4');
}

/** The schema of problem details with any of these codes. */
export function problemSchema(explained: readonly ExplainedProblem[]): JsonSchema {
  return {
    type: 'object',
    description: 'What went wrong (RFC 9457). Programs branch on `code`, people read `detail`.',
    properties: {
      type: { const: 'about:blank', description: 'Status and `code` say what kind of problem it is.' },
      title: { type: 'string', description: 'The status in words.' },
      status: { type: 'integer', description: 'The status.' },
      detail: { type: 'string', description: 'A sentence for people. It may change.' },
      code: {
        type: 'string',
        enum: [...new Set(explained.map(({ problem }) => problem.code))],
        description: 'Stable. New ones may be added: take one that you do not know for what its status says.',
      },
      request_id: { type: 'string', description: 'The `X-Request-Id` of the answer.' },
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/Fault' },
        description: 'The faults of the input, all of them.',
      },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
    additionalProperties: false,
  };
}

/** @param faults codes of the application's faults, and what they mean */
export function faultSchema(faults: Readonly<Record<string, string>>): JsonSchema {
  return {
    type: 'object',
    description: 'One fault of an input: it has a `pointer`, or a `parameter` in its place.',
    properties: {
      pointer: { type: 'string', description: 'Where it is in the body: a JSON Pointer (RFC 6901).' },
      parameter: { type: 'string', description: 'Name of the parameter in path or query.' },
      code: {
        type: 'string',
        enum: Object.keys({ ...inputFaults, ...faults }),
        description: 'Stable. New ones may be added.',
      },
      detail: { type: 'string', description: 'A sentence for people. It may change.' },
    },
    required: ['code', 'detail'],
    additionalProperties: false,
  };
}

/** Each problem one by one, and the codes of faults, in Markdown. */
export function errorPages(
  explained: readonly ExplainedProblem[],
  faults: Readonly<Record<string, string>>,
): string {
  const sorted = [...explained].sort((a, b) => a.problem.status - b.problem.status);
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
      ...Object.entries({ ...inputFaults, ...faults }).map(
        ([code, meaning]) => `| \`${code}\` | ${meaning} |`,
      ),
    ].join('\n'),
  ].join('\n\n');
}
