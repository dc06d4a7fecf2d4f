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

/** Returns the columns of the table of an entity, named after its properties, for SQL that reads them. */
export function entityColumns<Entity>(entity: new () => Entity, alias: string): string {
  const columns = Object.entries<string>(columnNames(entity));
  return columns.map(([property, column]) => `${alias}.${column} as "${property}"`).join(', ');
}
