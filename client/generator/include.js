import { comment } from './comment.js';

// Writes the types of records that depend on the parameter `include`, and the types of the methods that return them.

/** @typedef {any} Json */

/**
 * Returns the members of a record that `include` can name: none if the record does not have them itself, but contains records
 * that do.
 *
 * @param {Json} document
 * @param {Json[]} query query parameters of the operation
 * @param {string} type name of the record's schema, or of an array of it
 * @returns {string[]}
 */
export function includableMembers(document, query, type) {
  const names = query.find(({ name }) => name === 'include')?.schema?.items?.enum ?? [];
  const { properties = {} } = document.components?.schemas?.[type.replace('[]', '')] ?? {};
  return names.filter((/** @type {string} */ name) => name in properties);
}

/**
 * Writes the types of a record: without these members, and with those that `include` names.
 *
 * @param {string} name exported name of the record
 * @param {string} text its description
 * @param {string} schema its type with all members
 * @param {string[]} members
 */
export function recordTypes(name, text, schema, members) {
  const names = members.map((member) => `'${member}'`);
  return [
    `${comment([text])}export type ${name} = ${name}With<[]>;`,
    comment([`Names of members of \`${name}\` that \`include\` adds.`]) +
      `export type ${name}Include = ${names.join(' | ')};`,
    comment([
      `\`${name}\` with the members that \`include\` names, for example \`${name}With<[${names[0]}]>\`.`,
      `If the names are unknown, as in \`${name}With<string[]>\`, these members are optional.`,
    ]) +
      `export type ${name}With<Include extends readonly string[] | undefined> = Omit<${schema}, ${name}Include> & IncludedMembers<${schema}, ${name}Include, Include>;`,
  ].join('\n\n');
}

/**
 * Writes the type of a query with the parameter `include`.
 *
 * @param {string} name name of the type
 * @param {string} type type of the query as documented
 * @param {string} record exported name of the record
 */
export function queryType(name, type, record) {
  return `export type ${name}<Include = readonly ${record}Include[] | undefined> = QueryWith<${type}, Include>;`;
}

/**
 * Returns the types of a method whose record depends on `include`.
 *
 * @param {{ query: string, type: string }} types names of the types of the query and the record, or an array of it
 */
export function narrowedTypes({ query, type }) {
  const record = type.replace('[]', '');
  return {
    // `const`: the compiler infers the names in the array, instead of any strings.
    typeParameters: `<const Include extends IncludeValue<${record}Include, Include> = []>`,
    query: `${query}<Include>`,
    type: type.replace(record, `${record}With<Include>`),
  };
}
