import { createHash } from 'node:crypto';
import { firstCharacters } from '../../../src/shared/first-characters.js';
import { normalize } from '../../../src/shared/normalize.js';
import type { PortableBoard, PortablePerson, PortableTag } from '../records.js';
import { maxIdLength, textOf } from '../files/record-reader.js';

/** Returns a person who has no id in the source. The e-mail address identifies the person, or else the name. */
export function personBy(email: string, name: string): PortablePerson {
  const fullName = name.trim();
  const id = email.toLowerCase() || (fullName && firstCharacters(`name:${fullName}`, maxIdLength));
  return { kind: 'person', external_id: id, email, full_name: fullName, avatar_url: '' };
}

/** Returns a tag. */
export function tagOf(name: string, color: unknown): PortableTag {
  return { kind: 'tag', name: name.trim(), color: colorOf(color) };
}

/** Returns a CSS hex color, which may lack the `#`; `''` if it is none. */
export function colorOf(color: unknown): string {
  const [, digits] = /^#?((?:[0-9a-f]{3}){1,2}|(?:[0-9a-f]{4}){1,2})$/i.exec(textOf(color).trim()) ?? [];
  return digits === undefined ? '' : `#${digits}`;
}

/** Returns a slug for a name, such as `feature-requests`. The service means feedback without a board by `none`. */
export function slugOf(name: string): string {
  const slug = normalize(name, 'NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-|-$/g, '');
  if (slug === 'none') return 'none-1';
  return slug || `x-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}

/** Returns a public board with this name. */
export function boardOf(name: string): PortableBoard {
  return {
    kind: 'board',
    slug: slugOf(name),
    name,
    description: '',
    position: 1,
    visibility: 'public',
    submission: 'contributors',
  };
}
