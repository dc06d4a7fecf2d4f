// Writes the list of methods in the README.

/** Methods that are not operations of the API. */
const handWritten = new Map([
  ['events', ['follow']],
  ['webhooks', ['verify']],
]);

/**
 * Returns the README with a current list of methods.
 *
 * @param {string} readme
 * @param {import('./operations.js').Operation[]} operations
 */
export function withMethodList(readme, operations) {
  const resources = new Map();
  for (const { resource, method } of operations) {
    const name = resource.join('.');
    resources.set(name, [...(resources.get(name) ?? handWritten.get(name) ?? []), method]);
  }
  const items = [...resources].map(([name, methods]) => {
    const names = methods.map((/** @type {string} */ method) => `\`${method}\``).join(', ');
    return wrap(`- ${name === '' ? '`client`' : `\`client.${name}\``}: ${names}`);
  });
  return readme.replace(
    /(<!-- methods: .*? -->).*(<!-- end of methods -->)/s,
    (_, start, end) => `${start}\n\n${items.join('\n')}\n\n${end}`,
  );
}

/**
 * Breaks the lines of a list item.
 *
 * @param {string} item
 */
function wrap(item) {
  return item.replaceAll(/(.{1,118})(?: |$)/g, '$1\n  ').trimEnd();
}
