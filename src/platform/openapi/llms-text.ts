import type { OpenAPIObject, OperationObject } from '@nestjs/swagger';
import { errorSection } from './describe-problems.js';

/**
 * Returns an orientation for language models in Markdown, as https://llmstxt.org describes it.
 *
 * @param options `docs`: whether the service has a documentation page
 */
export function describeForModels(
  { info, servers = [], paths, tags = [] }: OpenAPIObject,
  { docs }: { readonly docs: boolean },
): string {
  const base = (servers[0]?.url ?? '').replace(/\/$/, '');
  const [guide = ''] = (info.description ?? '').split(errorSection);
  const [summary = '', ...sections] = guide.split('\n\n## ');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OperationObject>).map(([method, operation]) => ({
      tag: operation.tags?.[0],
      line: `- \`${method.toUpperCase()} ${path}\`: ${operation.summary}`,
    })),
  );
  return [
    `# ${info.title}`,
    `> ${summary.replaceAll('\n', ' ')}`,
    '## Documents',
    [
      `- [OpenAPI document](${base}/openapi.json): parameters, bodies, records and errors of all operations`,
      `- [The same in YAML](${base}/openapi.yaml)`,
      ...(docs ? [`- [Reference](${base}/docs/): the same as a page for people`] : []),
    ].join('\n'),
    '## Operations',
    ...tags.map(({ name, description }) => {
      const lines = operations.filter(({ tag }) => tag === name).map(({ line }) => line);
      return `### ${name}\n\n${description}\n\n${lines.join('\n')}`;
    }),
    ...sections.map((section) => `## ${section.trimEnd()}`),
  ]
    .join('\n\n')
    .concat('\n');
}
