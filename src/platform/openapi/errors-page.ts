import { STATUS_CODES } from 'node:http';
import { type Html, html } from '../../shared/html.js';
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

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html> `.text;
}
