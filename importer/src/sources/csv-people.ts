import { firstCharacters } from '../../../src/shared/first-characters.js';
import { References, Seen } from '../files/bounded-memory.js';
import type { Item } from '../item.js';
import type { PortablePerson } from '../records.js';
import type { MappedRow, MappedTable } from './csv-fields.js';
import { maxIdLength } from '../files/record-reader.js';
import { checkWidth, duplicateOf, itemsOfRows } from './found.js';
import { personBy } from './named-records.js';

/** What a row says about a person. */
export interface NamedPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The people whom rows name: by the id or the address that a table of people has, or else by what the rows say themselves. */
export class CsvPeople {
  private readonly ids = new References<true>('people');
  private readonly idsByEmail = new References<string>('people');
  private readonly seen = new Seen();
  private isListed = false;

  /** Returns the people of a table, and the members of the team among them. */
  async *add(table: MappedTable<'people'>): AsyncGenerator<Item> {
    this.isListed = true;
    const { ids, idsByEmail } = this;
    yield* itemsOfRows(table, table.prefix, function* (row) {
      checkWidth(row);
      const email = row.email('email');
      const id = row.optionalId('external_id') || email.toLowerCase() || row.id('email');
      if (ids.has(id)) throw duplicateOf('person', id);
      ids.set(id, true);
      const key = email.toLowerCase();
      if (email !== '' && !idsByEmail.has(key)) idsByEmail.set(key, id);
      yield {
        kind: 'person',
        external_id: id,
        email,
        full_name: row.word('full_name') || row.word('username'),
        avatar_url: row.word('avatar_url'),
      };
      if (isStaff(row))
        yield { kind: 'member', person: id, role: 'editor', created_at: row.anyTime('created_at') };
    });
  }

  /** Returns a person who is not in the table, the first time. */
  firstNamed(named: NamedPerson): PortablePerson | undefined {
    const person = this.find(named);
    const isNew = person !== undefined && !this.ids.has(person.external_id);
    return isNew && this.seen.add(person.external_id) ? person : undefined;
  }

  /** Returns the id of a person: `''` if the row names nobody, undefined if the table does not have the person. */
  idOf(named: NamedPerson): string | undefined {
    return this.find(named)?.external_id;
  }

  private find({ id: given, email, name }: NamedPerson): PortablePerson | undefined {
    const id = firstCharacters(given.trim(), maxIdLength);
    const person = personBy(email, name);
    const listed = id === '' ? this.idsByEmail.get(person.email.toLowerCase()) : undefined;
    // An id that the table lacks does not say who the person is.
    if (this.isListed && id !== '' && !this.ids.has(id) && person.external_id === '') return undefined;
    return { ...person, external_id: id || (listed ?? person.external_id) };
  }
}

/** Returns whether a role is one of the team. Astuto has numbers: 0 is a user, the others are moderators, admins and owners. */
function isStaff(row: MappedRow<'people'>): boolean {
  const role = row.word('role');
  if (/^(?:[23]|owner|admin|administrator|moderator|editor|staff|team|team[ _-]?member)$/i.test(role))
    return true;
  return (
    !/^(?:user|customer|contributor|member|viewer|guest|visitor)$/i.test(role) && row.flag('role') === true
  );
}
