// Writes the table of methods in the README.

/** Methods that are not operations of the API. */
const handWritten = new Map([
  ['events', ['follow']],
  ['webhooks', ['verify']],
]);

/**
 * Returns the README with a current table of methods.
 *
 * @param {string} readme
 * @param {import('./operations.js').Operation[]} operations
 */
export function withMethodTable(readme, operations) {
  const resources = new Map();
  for (const { resource, method } of operations) {
    const name = resource.join('.');
    resources.set(name, [...(resources.get(name) ?? handWritten.get(name) ?? []), method]);
  }
  const rows = [...resources].map(([name, methods]) => {
    const object = name === '' ? '`client`' : `\`client.${name}\``;
    return `| ${object} | ${methods.map((/** @type {string} */ method) => `\`${method}\``).join(', ')} |`;
  });
  const table = ['| Resource | Methods |', '| --- | --- |', ...rows].join('\n');
  return readme.replace(
    /(<!-- methods: .*? -->).*(<!-- end of methods -->)/s,
    (_, start, end) => `${start}\n\n${table}\n\n${end}`,
  );
}
