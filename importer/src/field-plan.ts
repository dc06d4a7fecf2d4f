import { firstCharacters } from '../../src/shared/first-characters.js';
import type { PortableField } from './records.js';
import { storable } from './sources/field-values.js';
import { newKey } from './status-plan.js';

/** The limits of the service. */
const [maxFields, maxOptions, maxOption, maxText] = [30, 100, 100, 2_000];

/** What has been seen of the values of a custom field. */
interface Seen {
  count: number;
  readonly types: Set<string>;
  readonly options: Set<string>;
  hasLongOptions: boolean;
}

/** Finds the types of custom fields from their values, because sources name and value them only. */
export class FieldPlan {
  private readonly seen = new Map<string, Seen>();

  /** @param values values of one record, by names of fields */
  observe(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) {
      let seen = this.seen.get(name);
      if (!seen) {
        seen = { count: 0, types: new Set(), options: new Set(), hasLongOptions: false };
        this.seen.set(name, seen);
      }
      seen.count += 1;
      const isList = Array.isArray(value);
      seen.types.add(isList ? 'list' : typeof value);
      for (const option of isList ? value : []) {
        const text = textOf(option);
        if (text.length > maxOption) seen.hasLongOptions = true;
        else if (seen.options.size <= maxOptions && text !== '') seen.options.add(text);
      }
    }
  }

  /** Returns the definitions of the fields by their names: only the most frequent ones have a place. */
  fields(): ReadonlyMap<string, PortableField> {
    const frequent = [...this.seen].sort(([, a], [, b]) => b.count - a.count).slice(0, maxFields);
    const keys = new Set<string>();
    return new Map(
      frequent.map(([name, seen], index) => {
        const type = typeOf(seen);
        let key = newKey(name);
        while (keys.has(key)) key = `${key.slice(0, 37)}_${keys.size}`;
        keys.add(key);
        return [
          name,
          {
            kind: 'field',
            key,
            name: firstCharacters(storable(name), 100),
            type,
            options: type === 'choices' ? [...seen.options].sort() : [],
            required: false,
            // Whether everyone sees them in the source is not known.
            set_by: 'editors',
            visible_to: 'editors',
            position: index,
          },
        ] as const;
      }),
    );
  }
}

function typeOf({ types, options, hasLongOptions }: Seen): PortableField['type'] {
  const [type = ''] = types;
  if (types.size === 1 && (type === 'boolean' || type === 'number')) return type;
  const isChoices = types.size === 1 && type === 'list' && !hasLongOptions;
  return isChoices && options.size > 0 && options.size <= maxOptions ? 'choices' : 'text';
}

/** Returns a value for a field, and whether it had to be cut. */
export function fieldValue(
  { type, options }: PortableField,
  value: unknown,
): { value: unknown; isCut: boolean } {
  if (type === 'boolean' || type === 'number') return { value, isCut: false };
  if (type === 'choices') {
    const texts = (value as unknown[]).map(textOf);
    return { value: [...new Set(texts)].filter((text) => options.includes(text)), isCut: false };
  }
  const text = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
  return { value: firstCharacters(text, maxText), isCut: text.length > maxText };
}

function textOf(value: unknown): string {
  return storable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).trim();
}
