import { hash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Html, html } from '../../shared/html.js';
import { problemDetails } from '../problems/index.js';
import {
  type DocumentedProblem,
  type ErrorReference,
  type FieldErrors,
  onePerCode,
} from './describe-problems.js';
import { inlineMarkdown } from './markdown.js';
import { ProblemResponse } from './problem.responses.js';

/**
 * Returns the page with all error codes, in HTML.
 *
 * @param url of this page, without a slash at the end: the pages of the codes are below it
 */
export function errorsPage({ problems, fieldErrors }: ErrorReference, url: string): string {
  const rows = onePerCode(problems.map(({ problem }) => problem)).toSorted((a, b) => a.status - b.status);
  return page(
    'Error codes',
    html`<p>Every error has a <code>code</code>. The page of a code says what it means and what to do.</p>
      <table>
        <tr>
          <th>Code</th>
          <th>Status</th>
          <th>Meaning</th>
        </tr>
        ${rows.map(
          ({ code, status, detail }) =>
            html`<tr id="${code}">
              <td><a href="${url}/${code}">${code}</a></td>
              <td>${status}</td>
              <td>${detail}</td>
            </tr> `,
        )}
      </table>
      ${fieldErrorTable(fieldErrors)}`,
  );
}

/**
 * Returns the page of an error code, to which the `type` of a problem leads, in HTML. The page of an unknown code says so.
 *
 * @param url of the page with all codes
 */
export function errorPage({ problems, fieldErrors }: ErrorReference, code: string, url: string): string {
  const found = problems.filter(({ problem }) => problem.code === code);
  return page(
    code,
    html`${found.length === 0 && unknownCode} ${found.map((each) => problemSection(each, url))}
      ${found.some(({ problem }) => problem.errors.length > 0) && fieldErrorTable(fieldErrors)}
      <p><a href="${url}">All error codes</a></p>`,
  );
}

const unknownCode = html`<p>
  This release of the service has no error with this code. It may be an error of a newer release, or of the
  application around the service. Treat it according to its status, and one of 5xx like
  <code>outcome_unknown</code>.
</p>`;

function problemSection({ problem, operations }: DocumentedProblem, url: string): Html {
  const { status, detail, headers, remedy } = problem;
  const example = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(problemDetails(problem, ProblemResponse.example.request_id, url), null, 2),
  ];
  return html`<section>
    <h2>Meaning</h2>
    <p>${detail}</p>
    <h2>What to do</h2>
    <p>${inlineMarkdown(remedy)}</p>
    <h2>Status</h2>
    <p>${status} ${STATUS_CODES[status]}</p>
    <h2>When it happens</h2>
    ${
      operations.length === 0
        ? html`<p>Requests that reach no operation get this response.</p>`
        : html`<details ${operations.length <= 20 && html`open`}>
            <summary>
              ${operations.length === 1 ? '1 operation returns' : `${operations.length} operations return`} it
            </summary>
            <ul>
              ${operations.map((operation) => html`<li><code>${operation}</code></li> `)}
            </ul>
          </details>`
    }
    <h2>Example</h2>
    <pre>${example.join('\n')}</pre>
  </section> `;
}

function fieldErrorTable(fieldErrors: FieldErrors): Html {
  return html`<h2>Codes in <code>errors</code></h2>
    <table>
      <tr>
        <th>Code</th>
        <th>The field or parameter</th>
      </tr>
      ${Object.entries(fieldErrors).map(
        ([code, meaning]) =>
          html`<tr id="field-${code}">
            <td><code>${code}</code></td>
            <td>${inlineMarkdown(meaning)}</td>
          </tr> `,
      )}
    </table>`;
}

const styles = `
  body { max-width: 48rem; margin: 0 auto; padding: 2.5rem 1rem 4rem; overflow-wrap: anywhere; font: 16px/1.55 system-ui, sans-serif;
    color: light-dark(#1f2430, #e4e6eb); background: light-dark(#f5f6f8, #14161b); }
  h1 { font-size: 1.6rem; line-height: 1.25; }
  h2 { font-size: 1.05rem; margin: 1.5rem 0 0.25rem; }
  a { color: light-dark(#4338ca, #a5b4fc); }
  section { margin-block: 1rem; padding: 0.25rem 1.25rem 1rem; background: light-dark(#fff, #1d2027); border: 1px solid light-dark(#dfe2e8, #343944); border-radius: 12px; }
  code, pre { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 0.9em; }
  pre { padding: 0.75rem 1rem; overflow-x: auto; background: light-dark(#f5f6f8, #14161b); border-radius: 8px; }
  table { border-collapse: collapse; }
  th, td { padding: 0.35rem 0.75rem; text-align: start; vertical-align: top; border-block-end: 1px solid light-dark(#dfe2e8, #343944); }
`;

/** The policy of the pages, which allows their styles by a hash. */
export const errorsPagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', styles, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Html(`<style>${styles}</style>`)}
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html> `.text;
}
