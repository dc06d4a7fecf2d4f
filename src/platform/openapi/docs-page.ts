import type { OpenAPIObject } from '@nestjs/swagger';
import { errorSection } from './describe-problems.js';
import {
  type Components,
  type DocumentedOperation,
  operationSection,
  type Route,
} from './docs-operations.js';
import { fieldList, fieldsOf, type Schema, typeOf } from './docs-schemas.js';
import { type Html, html } from '../../shared/html.js';
import { inlineMarkdown, markdown } from './markdown.js';

/**
 * Returns the documentation page, in HTML: the guide, the operations, the error codes and the schemas of the API document.
 * Its script adds the search, the samples and the requests.
 *
 * @param clientCalls samples with the TypeScript client by operation id
 */
export function docsPage(document: OpenAPIObject, clientCalls: Readonly<Record<string, string>>): string {
  const { info, tags = [] } = document;
  const components = document.components as unknown as Components;
  const [guide = '', errors = ''] = (info.description ?? '').split(errorSection);
  const [introduction = '', start = '', ...chapters] = guide.split('\n\n## ');
  const routes = routesOf(document);
  const groups = tags.map(({ name, description = '' }) => ({
    name,
    description,
    id: `tag-${name.toLowerCase().replaceAll(' ', '-')}`,
    routes: routes.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const schemas = Object.entries(components.schemas);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: API</title>
        <link rel="icon" type="image/svg+xml" href="icon.svg" />
        <link rel="stylesheet" href="docs.css" />
        <link rel="stylesheet" href="operations.css" />
        <script type="module" src="docs.js"></script>
      </head>
      <body>
        ${header} ${contents(groups, chapters)}
        <main id="top">
          <h1>${info.title}</h1>
          ${markdown(`${introduction}\n\n## ${start}`)}
          <noscript><p>Search, samples and requests require JavaScript.</p></noscript>
          ${groups.map((group) => groupSection(group, components, clientCalls))}
          <section class="guide">${markdown(['', ...chapters].join('\n\n## '))}</section>
          <section class="guide errors">${markdown(`${errorSection}${errors}`)}</section>
          <section>
            <h2 id="schemas">Schemas</h2>
            ${schemas.map(([name, schema]) => schemaSection(name, schema))}
          </section>
        </main>
      </body>
    </html> `.text;
}

/** The search, and what the requests are sent with. */
const header = html`<header>
  <button id="menu" type="button" aria-expanded="false" aria-controls="contents">Contents</button>
  <div class="search">
    <input
      id="search"
      type="search"
      placeholder="Search operations, fields and error codes (Ctrl+K)"
      aria-label="Search"
      role="combobox"
      aria-expanded="false"
      aria-controls="results"
      autocomplete="off"
    />
    <ul id="results" role="listbox" hidden></ul>
  </div>
  <label
    >Token <input id="token" type="password" placeholder="fcs_…" autocomplete="off" spellcheck="false"
  /></label>
  <label
    >Project
    <input id="project" list="projects" value="acme" autocomplete="off" spellcheck="false" /><datalist
      id="projects"
    ></datalist
  ></label>
  <output id="account"></output>
</header>`;

/** The operations of a tag. */
interface Group {
  readonly name: string;
  readonly description: string;
  readonly id: string;
  readonly routes: readonly Route[];
}

function contents(groups: readonly Group[], chapters: readonly string[]): Html {
  return html`<nav id="contents" aria-label="Contents">
    <a href="#top">Introduction</a>
    <strong>Operations</strong>
    ${groups.map(
      (group) =>
        html`<details>
          <summary><a href="#${group.id}">${group.name}</a></summary>
          ${group.routes.map(
            ({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>`,
          )}
        </details> `,
    )}
    <strong>Guide</strong>
    ${chapters.map((chapter) => {
      const [title = ''] = chapter.split('\n');
      return html`<a href="#guide-${title.toLowerCase().replaceAll(' ', '-')}">${title}</a>`;
    })}
    <strong>Reference</strong>
    <a href="#guide-error-codes">Error codes</a>
    <a href="#schemas">Schemas</a>
    <a href="../openapi.json">openapi.json</a>
  </nav>`;
}

function groupSection(
  { id, name, description, routes }: Group,
  components: Components,
  clientCalls: Readonly<Record<string, string>>,
): Html {
  return html`<section>
    <h2 id="${id}">${name}</h2>
    ${markdown(description)}
    ${routes.map((route) =>
      operationSection(route, components, clientCalls[route.operation.operationId] ?? ''),
    )}
  </section> `;
}

function routesOf({ paths, webhooks = {} }: OpenAPIObject): Route[] {
  const sent = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, DocumentedOperation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
  const received = Object.values(webhooks).flatMap((methods) =>
    Object.entries(methods as Record<string, DocumentedOperation>).map(([method, operation]) => ({
      method,
      operation,
    })),
  );
  return [...sent, ...received];
}

function schemaSection(name: string, schema: Schema): Html {
  const { description = '', examples = [], properties } = schema;
  return html`<details class="schema" id="schema-${name}">
    <summary><h3>${name}</h3></summary>
    <p>${inlineMarkdown(description)}</p>
    ${properties ? fieldList(fieldsOf(schema)) : html`<p>${typeOf(schema)}</p>`}
    ${examples.map((example) => html`<pre>${JSON.stringify(example, null, 2)}</pre>`)}
  </details> `;
}
