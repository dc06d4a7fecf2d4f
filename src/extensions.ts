import type { OptionErrors } from './settings/check-options.js';
import type { ServiceExtension } from './settings/extension.js';

const members: readonly string[] = [
  'module',
  'tags',
  'events',
  'migrations',
  'entities',
  'ports',
] satisfies (keyof ServiceExtension)[];

/**
 * Reports extensions with unknown parts, and those that the service could not tell from its own parts.
 *
 * @param ownEvents the types of the events of the service
 */
export function checkExtensions(
  extensions: readonly ServiceExtension[],
  ownEvents: readonly string[],
  errors: OptionErrors,
): void {
  const known = new Set(ownEvents);
  for (const [index, extension] of extensions.entries()) {
    const { events = {}, migrations = [] } = extension;
    for (const member of Object.keys(extension).filter((each) => !members.includes(each)))
      errors.reject(
        `extensions[${index}].${member}`,
        `is not a part of an extension: ${members.join(', ')}.`,
      );
    for (const type of Object.keys(events)) {
      const option = `extensions[${index}].events`;
      if (!/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/.test(type)) {
        errors.reject(
          option,
          `must have types of the form record.change, such as milestone.created, not ${type}.`,
        );
      } else if (known.has(type)) {
        errors.reject(option, `must not have the type ${type}, which exists already.`);
      }
      known.add(type);
    }
    for (const { name } of migrations.filter((migration) => !/\d{13}$/.test(migration.name))) {
      const predicate = `must be classes whose names end in 13 digits (milliseconds since 1970), unlike ${name}.`;
      errors.reject(`extensions[${index}].migrations`, predicate);
    }
  }
}
