export const shelfOf = (id: string): string => `(select shelf from books where id = ${id})`;
