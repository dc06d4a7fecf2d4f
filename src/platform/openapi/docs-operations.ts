import { type Html, html } from '../../shared/html.js';
import { inlineMarkdown, markdown } from './markdown.js';
import {
  type DescribedField,
  fieldList,
  fieldsOf,
  referencedName,
  type Schema,
  typeOf,
} from './docs-schemas.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly example?: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

interface Response {
  readonly description: string;
  readonly content?: Content;
}

/** An operation of the API document. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly 'x-ndjson'?: boolean;
}

interface Reference {
  readonly $ref: string;
}

/** The parts of the API document that operations refer to. */
export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly responses: Readonly<Record<string, Response>>;
}

/** An operation and its place. A webhook has no path: the service sends the request. */
export interface Route {
  readonly method: string;
  readonly path?: string;
  readonly operation: DocumentedOperation;
}

/**
 * Returns the section of an operation.
 *
 * @param clientCall a sample with the TypeScript client
 */
export function operationSection(route: Route, components: Components, clientCall: string): Html {
  const { method, path, operation } = route;
  const { operationId, summary, description = '', requestBody, responses } = operation;
  const parameters = operation.parameters.map((each) =>
    '$ref' in each ? components.parameters[nameOf(each)]! : each,
  );
  const answers = Object.entries(responses).map(
    ([status, each]) => [status, '$ref' in each ? components.responses[nameOf(each)]! : each] as const,
  );
  const words = [path, operationId, ...parameters.map(({ name }) => name), ...answers.flatMap(codesOf)];
  return html`<details class="operation" id="${operationId}" data-words="${words.join(' ')}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span>
      <h3>${summary}</h3>
      <code>${path ?? 'URL of the webhook'}</code>
    </summary>
    <div class="columns">
      <div>
        ${markdown(description)}
        ${
          operation['x-ndjson'] === true &&
          html`<p>Can be <a href="#guide-streaming">streamed</a> as NDJSON.</p>`
        }
        ${parameterLists(parameters)} ${requestBody && bodyDescription(requestBody.content, components)}
        <h4>Responses</h4>
        <dl class="responses">${answers.map((answer) => responseItem(answer, components))}</dl>
      </div>
      ${path !== undefined && html`<div>${requestForm(route, path, parameters, clientCall)}</div>`}
    </div>
  </details> `;
}

const titles = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function parameterLists(parameters: readonly Parameter[]): Html[] {
  return (['path', 'query', 'header'] as const).map((place) => {
    const fields = parameters
      .filter((each) => each.in === place)
      .map(({ name, description, required = false, schema }): DescribedField => ({
        name,
        description,
        schema,
        isRequired: required,
      }));
    return html`${
      fields.length > 0 &&
      html`<h4>${titles[place]}</h4>
        ${fieldList(fields)}`
    }`;
  });
}

function bodyDescription(content: Content, { schemas }: Components): Html {
  const json = content['application/json']?.schema;
  const name = json && referencedName(json);
  if (name === undefined) {
    return html`<h4>Body</h4>
      <p>A file: ${Object.keys(content).map((type) => html`<code>${type}</code> `)}</p>`;
  }
  const schema = schemas[name]!;
  const isWritable = ({ schema }: DescribedField) => schema.readOnly !== true;
  return html`<h4>Body: <a href="#schema-${name}">${name}</a></h4>
    ${inlineMarkdown(schema.description ?? '')} ${fieldList(fieldsOf(schema).filter(isWritable))}`;
}

function responseItem([status, response]: readonly [string, Response], { schemas }: Components): Html {
  const { description, content = {} } = response;
  const codes = codesOf([status, response]).map((code) => html`<a href="#${code}"><code>${code}</code></a> `);
  const types = Object.entries(content).map(([type, { schema }]) =>
    schema.type === 'string' ? html`<code>${type}</code> ` : html`${typeOf(schema)} `,
  );
  const example = exampleOf(content['application/json']?.schema ?? {}, schemas);
  return html`<dt class="status">${status}</dt>
    <dd>
      ${codes.length > 0 ? codes : [inlineMarkdown(description), ' ', types]}
      ${
        example !== undefined &&
        html`<details>
          <summary>Example</summary>
          <pre>${JSON.stringify(example, null, 2)}</pre>
        </details>`
      }
    </dd>`;
}

/** Returns the error codes of a response. The description of a problem consists of them. */
function codesOf([, { description, content = {} }]: readonly [string, Response]): string[] {
  if (!('application/problem+json' in content)) return [];
  return [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
}

function exampleOf(schema: Schema, schemas: Components['schemas']): unknown {
  const { items, examples } = schema;
  const name = referencedName(schema);
  if (name !== undefined) return exampleOf(schemas[name]!, schemas);
  const item = items && exampleOf(items, schemas);
  return item === undefined ? examples?.[0] : [item];
}

/** Returns the form that sends a request. The script of the page adds samples and shows the response. */
function requestForm(
  { method, operation }: Route,
  path: string,
  parameters: readonly Parameter[],
  clientCall: string,
): Html {
  const content = operation.requestBody?.content;
  const json = content?.['application/json']?.example;
  const isFile = content !== undefined && json === undefined;
  return html`<form
    data-method="${method.toUpperCase()}"
    data-path="${path}"
    data-client-call="${clientCall}"
    ${operation.security.length === 0 && html`data-public`}
  >
    <h4>Request</h4>
    ${parameters.map(parameterInput)}
    ${
      json !== undefined &&
      html`<label
        >Body<textarea name="body" spellcheck="false">${JSON.stringify(json, null, 2)}</textarea>
      </label>`
    }
    ${isFile && html`<label>File<input type="file" name="file" required /></label>`}
    <button>Send</button>
    <output></output>
    <div class="samples"></div>
  </form>`;
}

function parameterInput(parameter: Parameter): Html {
  const { name, in: place, required = false, explode = true, schema, example = '' } = parameter;
  // Nobody but the reader knows ids of existing records.
  const isId = schema.format === 'uuid' || /^[\da-f-]{36}$/.test(example);
  const isValue = place === 'path' && !isId;
  const options = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  const attributes = html`name="${name}" data-in="${place}" ${required && html`required`}
  ${explode && schema.type === 'array' && html`data-repeated`}`;
  return html`<label>
    ${name}
    ${
      options
        ? html`<select ${attributes}>
            ${['', ...options].map((option) => html`<option>${String(option)}</option>`)}
          </select>`
        : html`<input
            ${attributes}
            value="${isValue && example}"
            placeholder="${place === 'path' ? example : placeholderOf(schema)}"
          />`
    }
  </label>`;
}

function placeholderOf({ type, items, format }: Schema): string {
  if (type === 'array') return items?.enum?.slice(0, 2).join(', ') ?? 'one, two';
  return format ?? '';
}

function nameOf({ $ref }: Reference): string {
  return $ref.split('/').at(-1)!;
}
