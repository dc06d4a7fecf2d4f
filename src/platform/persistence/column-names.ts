import { getMetadataArgsStorage } from 'typeorm';

/** Returns the names of the columns of an entity by its properties, for SQL that writes them. */
export function columnNames<Entity>(
  entity: new () => Entity,
): Readonly<Record<keyof Entity & string, string>> {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return Object.fromEntries(
    columns.map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  ) as Record<keyof Entity & string, string>;
}
