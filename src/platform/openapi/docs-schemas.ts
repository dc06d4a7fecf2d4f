import { type Html, html } from '../../shared/html.js';
import { inlineMarkdown } from './markdown.js';

/** A JSON Schema, as far as the API document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly readOnly?: boolean;
  readonly examples?: readonly unknown[];
}

/** A parameter or a field, as a list shows it. */
export interface DescribedField {
  readonly name: string;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

/** Returns the name of the schema that a reference points to. */
export function referencedName({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** Returns the fields of an object. */
export function fieldsOf({ properties = {}, required = [] }: Schema): DescribedField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description,
    isRequired: required.includes(name),
  }));
}

/** Returns a list of parameters or fields with their types, limits and descriptions. */
export function fieldList(fields: readonly DescribedField[]): Html {
  return html`<dl class="fields">
    ${fields.map(
      ({ name, schema, description = '', isRequired }) => html`
        <dt>
          <code>${name}</code> <span class="type">${typeOf(schema)}</span>
          ${isRequired && html`<span class="required">required</span>`}
        </dt>
        <dd>
          ${inlineMarkdown(description)}
          ${limitsOf(schema).map((limit) => html`<span class="limit">${limit}</span> `)}
        </dd>
      `,
    )}
  </dl>`;
}

/** Returns the name of a type, with links to the schemas in it. */
export function typeOf(schema: Schema): Html {
  const { type = '', format, items, allOf, anyOf = schema.oneOf } = schema;
  const name = referencedName(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  if (allOf?.[0]) return typeOf(allOf[0]);
  if (anyOf) {
    const options = anyOf.map((each) => (each.enum ? namesOf(each.enum) : typeOf({ type, ...each })));
    return html`${options.map((option, index) => [index > 0 && ' or ', option])}`;
  }
  if (items) return html`array of ${typeOf(items)}`;
  if (schema.properties) return html`object with ${Object.keys(schema.properties).join(', ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  return html`${format ?? type}`;
}

function namesOf(values: readonly unknown[]): Html {
  return html`${values.map((value, index) => [index > 0 && ', ', html`<code>${String(value)}</code>`])}`;
}

/** Returns what a value has to comply with. Descriptions say in words what regular expressions would. */
function limitsOf(schema: Schema): Html[] {
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const values = schema.enum ?? schema.items?.enum ?? [];
  return [
    values.length > 0 && html`One of ${namesOf(values)}.`,
    minimum !== undefined && html`At least ${minimum}.`,
    maximum !== undefined && html`At most ${maximum}.`,
    minLength !== undefined && html`At least ${minLength} ${minLength === 1 ? 'character' : 'characters'}.`,
    maxLength !== undefined && html`At most ${maxLength} characters.`,
    maxItems !== undefined && html`At most ${maxItems} items.`,
    schema.default !== undefined && html`Default: <code>${String(schema.default)}</code>.`,
  ].filter((limit) => limit !== false);
}
