// Checks that the service and the Express baseline return the same before they are compared.
import { operations } from './operations.js';
import { token } from './servers.js';

/** Returns the parsed response of the service to a GET. */
export async function ask(base, path) {
  const { status, text } = await send(base, { method: 'GET', path });
  if (status !== 200) throw new Error(`${path} is answered with ${status}: ${text}`);
  return JSON.parse(text);
}

/** Sends a request, and returns status and text of the response. */
export async function send(base, { method, path, body }) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

const fieldsOf = ({ status, text }) =>
  text === '' ? `${status}` : `${status} ${Object.keys(JSON.parse(text)).join(' ')}`;

/**
 * Sends some requests of each operation to both, and compares the responses.
 *
 * @throws Error if the bytes of a read differ, or the status and fields of a write, or of `previous` of the events, whose data has
 *   more members in the service
 */
export async function checkSameAnswers(service, baseline, dataset, database) {
  for (const [name, { requests, ownOnly }] of Object.entries(operations)) {
    if (ownOnly) continue;
    const count = 20;
    const first = await database.takeNumbers(name, count * 2);
    const requestOf = requests(dataset, first);
    for (let number = first; number < first + count; number++) {
      const request = requestOf(number);
      const isRead = request.method === 'GET';
      const own = await send(service, request);
      // Another write that changes something.
      const others = await send(baseline, isRead ? request : requestOf(number + count));
      const [one, other] = isRead ? [own.text, others.text] : [own, others].map(fieldsOf);
      if (one !== other || own.status >= 300) {
        throw new Error(
          `${name} is answered differently:\nservice: ${own.status} ${own.text}\nExpress: ${others.status} ${others.text}`,
        );
      }
    }
  }
  const { rows } = await database.client.query(
    `select type, array_agg(distinct array(select json_object_keys(previous))::text) as fields from events group by type`,
  );
  for (const { type, fields } of rows) {
    if (fields.length > 1) throw new Error(`Events ${type} are not alike: ${fields.join(' or ')}`);
  }
}
